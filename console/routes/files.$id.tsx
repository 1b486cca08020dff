import type { LoaderFunctionArgs } from "@remix-run/node";
import { downloadActFile } from "../../contract/operator/calls";
import { download } from "../lib/api.server";

/** The file that an act has made. */
export function loader(call: LoaderFunctionArgs) {
  return download(call, downloadActFile, { requestId: call.params.id ?? "" });
}

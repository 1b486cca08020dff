import type { LoaderFunctionArgs } from "@remix-run/node";
import { sendMedia } from "../session/media.server";
import { readFileAddress } from "../upstream/file-address.server";

/** Serves pictures and documents that replies of the upstream name by an address of its own. */
export function loader(args: LoaderFunctionArgs) {
  return sendMedia(args, readFileAddress(new URL(args.request.url)));
}

import type { LoaderFunctionArgs } from "@remix-run/node";
import { sendMedia } from "../session/media.server";

/** Serves pictures and rules documents of the embedded club, which browsers can't reach. */
export function loader(args: LoaderFunctionArgs) {
  return sendMedia(args, `/media/${encodeURIComponent(args.params.name ?? "")}`);
}

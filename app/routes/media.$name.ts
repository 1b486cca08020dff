import type { LoaderFunctionArgs } from "@remix-run/node";
import { openVisit } from "../session/visit.server";

/** Serves pictures and rules documents of the upstream, which browsers can't reach. */
export async function loader(args: LoaderFunctionArgs) {
  const { media } = await openVisit(args);
  const file = await media(args.params.name ?? "");
  if (!file) throw new Response("Файла нет.", { status: 404 });
  return file;
}

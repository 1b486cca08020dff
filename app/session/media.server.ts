import { openVisit, type RouteArgs } from "./visit.server";

/** Passes on a public picture or PDF of the upstream. @throws a response with 404 when there is none, or without a path */
export async function sendMedia(args: RouteArgs, path: string | null): Promise<Response> {
  const { media } = await openVisit(args);
  const file = path === null ? null : await media(path);
  if (!file) throw new Response("Файла нет.", { status: 404 });
  return file;
}

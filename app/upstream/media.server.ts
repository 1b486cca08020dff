import { createHeaders } from "../../contract/request";
import { readMediaType } from "./attachment.server";
import type { UpstreamCaller } from "./caller.server";
import { readUpstream } from "./client.server";
import { reportOutage } from "./outage.server";
import { passThrough } from "./pass-through.server";
import { relayBody } from "./relay-body.server";
import { send } from "./send.server";

/** Pictures change as rarely as the portal's own files without a hash in their name. */
const CACHE_CONTROL = "public, max-age=3600";

/**
 * A public picture or PDF of the upstream; null when it doesn't exist or is anything else. It is fetched without the
 * participant's token.
 * @param path at the upstream, outside `/api`, with its query
 * @param asked the visitor's headers, which may ask for a part of the file
 * @throws UpstreamOutage
 */
export async function fetchMedia(
  path: string,
  { token: _, ...caller }: UpstreamCaller,
  asked: Headers,
): Promise<Response | null> {
  const upstream = readUpstream();
  const headers = createHeaders(upstream, caller);
  headers.set("Accept", "image/*, application/pdf");
  for (const name of ["Range", "If-Range"]) {
    const value = asked.get(name);
    if (value !== null) headers.set(name, value);
  }
  const request = new Request(upstream.origin + path, { headers });
  const { response, liftTimeout } = await send("media", request, caller);
  liftTimeout();
  const type = readMediaType(response);
  if (response.ok && (type.startsWith("image/") || type === "application/pdf")) {
    const file = passThrough(
      response,
      response.body && relayBody("media", response.body.getReader(), caller),
      response.status,
    );
    if (!file.headers.has("Cache-Control")) file.headers.set("Cache-Control", CACHE_CONTROL);
    return file;
  }
  await response.body?.cancel().catch(() => undefined);
  const size = response.headers.get("Content-Range");
  if (response.status === 416)
    return new Response(null, { status: 416, headers: size ? { "Content-Range": size } : {} });
  if (response.ok || [403, 404, 410].includes(response.status)) return null;
  throw reportOutage("media", "status", caller, { status: response.status });
}

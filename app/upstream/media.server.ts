import { createHeaders } from "../../contract/request";
import { readUpstream, type UpstreamCaller } from "./client.server";
import { reportOutage } from "./outage.server";
import { passThrough } from "./pass-through.server";
import { relayBody } from "./relay-body.server";
import { send } from "./send.server";

/** A public file outside `/api`, such as a picture or a rules document; null when it doesn't exist. @throws UpstreamOutage */
export async function fetchMedia(name: string, caller: UpstreamCaller): Promise<Response | null> {
  const upstream = readUpstream();
  const url = `${upstream.origin}/media/${encodeURIComponent(name)}`;
  const request = new Request(url, { headers: createHeaders(upstream, caller) });
  const { response, liftTimeout } = await send("media", request, caller);
  liftTimeout();
  if (response.status === 404) return null;
  if (!response.ok) throw reportOutage("media", "status", caller, { status: response.status });
  return passThrough(response, response.body && relayBody("media", response.body.getReader(), caller));
}

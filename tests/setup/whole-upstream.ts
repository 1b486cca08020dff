import { overviewCalls } from "../../contract";
import { downloads, type Json, nameCall } from "../contract/recorded-replies";
import { findCall } from "../contract/section-7";
import { overviewReplies } from "./overview-replies";
import type { PortalUpstream } from "./portal";
import { openReplayedUpstream } from "./replayed-upstream";

/** Makes another reply of one. */
export type ChangeReply = (reply: Json) => Json;

/** A replayed upstream with what the recorded replies lack: overviews, files, and a member who is new. */
export interface WholeUpstream extends PortalUpstream {
  /** Changes the replies from now on, but those of a person and of the contents that the portal keeps; undefined for none. */
  change(change: ChangeReply | undefined): void;
  close(): Promise<void>;
}

/** A member who has accepted no agreement and seen no banner. */
export const NEWCOMER = "newcomer";

/** Replies that a page's layout and access depend on, and those that the portal keeps. */
const KEPT = /^GET (user\/(profile|overview)|content\/|user\/file\/links)/;

const files = new Set([...downloads, ...overviewCalls.filter(({ reply }) => reply === "file")].map(nameCall));

export async function openWholeUpstream(): Promise<WholeUpstream> {
  const replayed = await openReplayedUpstream();
  let change: ChangeReply | undefined;
  const answer = async (request: Request): Promise<Response> => {
    const path = new URL(request.url).pathname;
    if (path.startsWith("/media/")) return sendPicture();
    const call = findCall(request.method, path.replace("/api/", "")) ?? path;
    if (files.has(call)) return sendFile(call);
    const reply = await readReply(call, request);
    if (reply === undefined) return new Response(null, { status: 404 });
    return Response.json(change && !KEPT.test(call) ? change(reply) : reply);
  };
  const readReply = async (call: string, request: Request): Promise<Json | undefined> => {
    const overview = overviewReplies[call];
    if (overview !== undefined) return { success: true, result: overview };
    const isNew = request.headers.get("Access-Token") === NEWCOMER;
    const headers = new Headers(request.headers);
    if (isNew) headers.set("Access-Token", "member");
    const sent = new Request(request.url, { method: request.method, headers, body: await readBody(request) });
    const response = await replayed.within?.answer(sent);
    if (response?.status !== 200) return undefined;
    const reply = (await response.json()) as Json;
    return /user\/(profile|overview)$/.test(call) ? withNews(reply, isNew) : reply;
  };
  return {
    origin: replayed.origin,
    within: { origin: replayed.origin, answer },
    logIn: replayed.logIn,
    ask: (descriptor, input, options) =>
      replayed.ask(descriptor, input, options?.token === NEWCOMER ? { ...options, token: "member" } : options),
    change(next) {
      change = next;
    },
    close: replayed.close,
  };
}

async function readBody(request: Request): Promise<string | undefined> {
  return request.method === "GET" || request.method === "HEAD" ? undefined : await request.text();
}

/** Only who is new has something to accept and to look at. */
function withNews(reply: Json, isNew: boolean): Json {
  const { result } = reply as { result: Readonly<Record<string, Json>> };
  return { success: true, result: { ...result, is_agreement_accepted: !isNew, is_banner_shown: !isNew } };
}

const sendPicture = () =>
  new Response("<svg xmlns='http://www.w3.org/2000/svg'/>", { headers: { "Content-Type": "image/svg+xml" } });

function sendFile(call: string): Response {
  const disposition = `attachment; filename="file.csv"; filename*=UTF-8''${encodeURIComponent("файл.csv")}`;
  const headers = { "Content-Type": "text/csv; charset=utf-8", "Content-Disposition": disposition };
  return new Response(`the file of ${call}`, { headers });
}

/** Leaves every list of a reply without rows. */
export const emptyLists: ChangeReply = (reply) =>
  changeEach(reply, (json) => (Array.isArray(json) ? [] : withTotal(json, 0)));

/** Says of every page of a list that there are many more. */
export const longLists: ChangeReply = (reply) => changeEach(reply, (json) => withTotal(json, MANY));

const MANY = 2_000;

/** The innermost first. */
function changeEach(json: Json, change: (json: Json) => Json): Json {
  if (typeof json !== "object" || json === null) return json;
  if (Array.isArray(json)) return change(json.map((row) => changeEach(row, change)));
  return change(Object.fromEntries(Object.entries(json).map(([name, value]) => [name, changeEach(value, change)])));
}

function withTotal(json: Json, total: number): Json {
  const isPage = typeof json === "object" && json !== null && "items" in json && "total" in json;
  return isPage ? { ...json, total } : json;
}

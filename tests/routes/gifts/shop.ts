import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { setUpstreamUrl } from "../../../app/lib/configuration.server";
import { readNotice } from "../../../app/session/notice.server";
import { startSession } from "../../../app/session/session.server";
import { login } from "../../../contract/accounts";
import { DEMO_PASSWORD, openTestClub, type TestClub, type TestClubOptions } from "../../setup/club";
import { keepConnections } from "../../setup/kept-connections";

/** What a route has returned or thrown. */
export interface Reply {
  status: number;
  location: string | null;
  setCookie: string[];
  /** After how many seconds a page without script asks again. */
  refresh: string | null;
  /** The data of a reply that isn't a redirect. */
  data: unknown;
}

type Handler = (args: ActionFunctionArgs & LoaderFunctionArgs) => unknown;

/** A browser with cookies, which calls the portal's routes. */
export interface Browser {
  readonly cookies: Map<string, string>;
  get(loader: Handler, address: string, params?: Record<string, string>): Promise<Reply>;
  post(
    action: Handler,
    address: string,
    fields: Record<string, string>,
    params?: Record<string, string>,
  ): Promise<Reply>;
  /** Sends a form whose reply is lost with its cookies, apart from a redirect that sends it again. */
  postWithoutReply(
    action: Handler,
    address: string,
    fields: Record<string, string>,
    options?: { signal?: AbortSignal },
  ): Promise<void>;
}

/** The notice for the next page, as it is sealed in a cookie. */
export async function readNextNotice({ cookies }: Browser): Promise<string> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const found = await readNotice(new Request("http://club/", { headers: { Cookie: cookie } }));
  return found?.notice.text.replaceAll("\u00a0", " ") ?? "";
}

export interface Shop {
  club: TestClub;
  /** Loses the replies to the next calls of this path after the club has processed them. */
  loseReplies(path: string, times: number): void;
  /** Holds calls of this path before they reach the club: `asked` is done when one is there, `letGo` lets all go on. */
  holdCalls(path: string): { asked: Promise<void>; letGo(): void };
  /** The next calls of this path fail with a status, 502 by default, and never reach the club. */
  failCalls(path: string, times: number, status?: number): void;
  /** What calls of this path have sent from now on, the latest last. */
  watchCalls(path: string): readonly Readonly<Record<string, unknown>>[];
  /** Replaces the body of every successful reply of this path; undefined for the club's own. */
  replaceReplies(path: string, body: unknown): void;
  open(phone: string): Promise<Browser>;
  close(): Promise<void>;
}

/**
 * The portal's routes in front of a real club, with a proxy between them that can fail.
 * @param idempotency false for an upstream that ignores idempotency keys: the proxy removes them
 */
export async function openShop(settings: TestClubOptions["settings"] = {}, { idempotency = true } = {}): Promise<Shop> {
  const club = await openTestClub({ seed: true, settings: { documentsLimit: 1_000_000, ...settings } });
  const faults: Faults = {
    idempotency,
    lost: { path: "", times: 0 },
    failing: { path: "", times: 0, status: 502 },
    watched: { path: "", sent: [] },
    held: NOTHING_HELD,
    replaced: { path: "", body: undefined },
  };
  const proxy = keepConnections(
    createServer((request, response) => void forward(club.origin, faults, request, response)),
  );
  const port = await listen(proxy);
  process.env.SESSION_SECRETS = "a secret for tests that is long enough to pass";
  process.env.ORDER_PAUSE_MS = "0";
  process.env.DATA_DIR = club.dataDir;
  process.env.LOG_LEVEL = "silent";
  setUpstreamUrl(`http://127.0.0.1:${port}`, { idempotency });
  return {
    club,
    loseReplies: (path, times) => Object.assign(faults.lost, { path, times }),
    failCalls: (path, times, status = 502) => Object.assign(faults.failing, { path, times, status }),
    watchCalls(path) {
      const sent: Record<string, unknown>[] = [];
      faults.watched = { path, sent };
      return sent;
    },
    holdCalls(path) {
      let [noteAsked, release] = [() => {}, () => {}];
      const asked = new Promise<void>((resolve) => (noteAsked = resolve));
      const until = new Promise<void>((resolve) => (release = resolve));
      faults.held = { path, until, noteAsked };
      const letGo = () => {
        faults.held = NOTHING_HELD;
        release();
      };
      return { asked, letGo };
    },
    replaceReplies: (path, body) => Object.assign(faults.replaced, { path, body }),
    async open(phone) {
      const answer = await club.ask(login, { login: phone, password: DEMO_PASSWORD });
      const session = await startSession({
        token: answer.access_token,
        userId: answer.user_id,
        role: answer.promo_group.system_name,
      });
      const cookies = new Map<string, string>();
      keepCookies(cookies, session ?? []);
      return createBrowser(cookies);
    },
    async close() {
      proxy.closeAllConnections();
      proxy.close();
      await club.close();
    },
  };
}

function createBrowser(cookies: Map<string, string>): Browser {
  const send = async (handler: Handler, request: Request, params: Record<string, string>): Promise<Reply> => {
    const reply = await readReply(() => handler({ request, params, context: {} }));
    return reply;
  };
  const header = () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const form = (address: string, fields: Record<string, string>, signal?: AbortSignal) =>
    new Request(`http://club${address}`, {
      method: "POST",
      ...(signal && { signal }),
      headers: { Cookie: header(), "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields),
    });
  return {
    cookies,
    async get(loader, address, params = {}) {
      return send(loader, new Request(`http://club${address}`, { headers: { Cookie: header() } }), params);
    },
    async post(action, address, fields, params = {}) {
      const reply = await send(action, form(address, fields), params);
      keepCookies(cookies, reply.setCookie);
      // A browser sends the same form to the new address.
      return reply.status === 307 ? this.post(action, reply.location ?? address, fields, params) : reply;
    },
    async postWithoutReply(action, address, fields, { signal } = {}) {
      const reply = await send(action, form(address, fields, signal), {});
      if (reply.status !== 307) return;
      keepCookies(cookies, reply.setCookie);
      await send(action, form(reply.location ?? address, fields, signal), {});
    },
  };
}

async function readReply(work: () => unknown): Promise<Reply> {
  let value: unknown;
  try {
    value = await work();
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    value = thrown;
  }
  if (value instanceof Response) {
    const { status, headers } = value;
    const [location, refresh] = [headers.get("Location"), headers.get("Refresh")];
    return { status, location, setCookie: headers.getSetCookie(), refresh, data: await value.text() };
  }
  if (typeof value === "object" && value !== null && "init" in value && "data" in value) {
    const init = value.init as ResponseInit | null;
    const headers = new Headers(init?.headers);
    const [setCookie, refresh] = [headers.getSetCookie(), headers.get("Refresh")];
    return { status: init?.status ?? 200, location: null, setCookie, refresh, data: value.data };
  }
  return { status: 200, location: null, setCookie: [], refresh: null, data: value };
}

function keepCookies(cookies: Map<string, string>, setCookie: readonly string[]): void {
  for (const line of setCookie) {
    const [pair = ""] = line.split(";");
    const [name = "", value = ""] = pair.split(/=(.*)/s);
    if (/max-age=0/i.test(line)) cookies.delete(name);
    else cookies.set(name, value);
  }
}

interface Faults {
  idempotency: boolean;
  lost: { path: string; times: number };
  failing: { path: string; times: number; status: number };
  watched: { path: string; sent: Record<string, unknown>[] };
  held: { path: string; until: Promise<void>; noteAsked(): void };
  replaced: { path: string; body: unknown };
}

const NOTHING_HELD: Faults["held"] = { path: "", until: Promise.resolve(), noteAsked: () => undefined };

async function forward(
  origin: string,
  { idempotency, lost, failing, watched, held, replaced }: Faults,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const [path] = (request.url ?? "").split("?");
  if (failing.times > 0 && path === failing.path) {
    failing.times--;
    response.writeHead(failing.status).end();
    return;
  }
  if (path === watched.path) watched.sent.push(JSON.parse(Buffer.concat(chunks).toString()));
  if (path === held.path) {
    held.noteAsked();
    await held.until;
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (name === "idempotency-key" && !idempotency) continue;
    if (typeof value === "string" && !["host", "connection", "content-length"].includes(name)) headers.set(name, value);
  }
  const answer = await fetch(`${origin}${request.url}`, {
    method: request.method ?? "GET",
    headers,
    ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
  });
  const received = Buffer.from(await answer.arrayBuffer());
  if (lost.times > 0 && path === lost.path) {
    lost.times--;
    response.destroy();
    return;
  }
  const isReplaced = replaced.body !== undefined && path === replaced.path && answer.ok;
  const body = isReplaced ? JSON.stringify(replaced.body) : received;
  response.writeHead(answer.status, { "Content-Type": answer.headers.get("Content-Type") ?? "application/json" });
  response.end(body);
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
}

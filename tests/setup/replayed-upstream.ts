import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readText } from "node:stream/consumers";
import type { User } from "../../contract/accounts";
import type { CallReply } from "../../contract/call";
import { participantOf } from "../../contract/values";
import { type Json, recordedReplies } from "../contract/recorded-replies";
import { findCall } from "../contract/section-7";
import { makeCall } from "./club-call";
import { keepConnections } from "./kept-connections";
import type { PortalUpstream } from "./portal";

/** What to write instead of a reply in JSON, such as numbers with more digits than a `number` has. */
export type RewriteReply = (call: string, text: string) => string;

/** What to answer instead of a recorded reply; undefined for the reply itself. @param call as in the specification's section 7 */
export type VaryReply = (call: string, reply: Json) => Json | undefined;

/** What to answer instead of a recorded reply, with a status of its own; undefined for the reply itself. */
export type AnswerCall = (call: string) => { readonly status: number; readonly json: Json } | undefined;

/** One call as it was sent. */
export interface SentCall {
  /** As in the specification's section 7. */
  readonly call: string;
  readonly method: string;
  /** Without `/api/`, with its query. */
  readonly path: string;
  readonly headers: Headers;
  readonly body: string;
}

/**
 * An upstream that answers with the recorded replies, whatever it is asked for. A token is a kind of participant, and so is the
 * login of `logIn`, so that a test portal can have it instead of a club.
 */
export interface ReplayedUpstream extends PortalUpstream {
  /** Varies all replies from now on; undefined for none. */
  vary(change: VaryReply | undefined): void;
  /** Rewrites all replies from now on; undefined for none. */
  rewrite(change: RewriteReply | undefined): void;
  /** Answers calls with a status of its own from now on; undefined for none. */
  answer(change: AnswerCall | undefined): void;
  /** The bodies of a call that were sent, as they came. */
  listBodies(call: string): string[];
  /** The calls since the last time. */
  takeCalls(): string[];
  /** The same, as they were sent. */
  takeSentCalls(): SentCall[];
  close(): Promise<void>;
}

export async function openReplayedUpstream(): Promise<ReplayedUpstream> {
  let change: VaryReply | undefined;
  let rewrite: RewriteReply | undefined;
  let answerCall: AnswerCall | undefined;
  const sent: SentCall[] = [];
  let taken = 0;
  const takeSentCalls = () => {
    const calls = sent.slice(taken);
    taken = sent.length;
    return calls;
  };
  /** The status and the text of the reply; no text where there is no such call. */
  const replay = (method: string, url: string, headers: Headers, body: string): { status: number; json?: string } => {
    const path = url.replace("/api/", "");
    const call = findCall(method, path.replace(/\?.*/, "")) ?? path.replace(/\?.*/, "");
    sent.push({ call, method, path, headers, body });
    const answer = answerCall?.(call);
    if (answer) return { status: answer.status, json: JSON.stringify(answer.json) };
    const reply = findReply(call, headers.get("Access-Token") ?? undefined);
    if (reply === undefined) return { status: 404 };
    const varied = change?.(call, reply);
    const json = JSON.stringify(varied === undefined ? reply : varied);
    return { status: 200, json: rewrite ? rewrite(call, json) : json };
  };
  const type = { "Content-Type": "application/json" };
  const server = keepConnections(
    createServer(async (request, response) => {
      const { method = "", url = "", headersDistinct } = request;
      const headers = new Headers(
        Object.entries(headersDistinct).flatMap(([name, values = []]) =>
          values.map((value): [string, string] => [name, value]),
        ),
      );
      const { status, json } = replay(method, url, headers, await readText(request));
      response.writeHead(status, json === undefined ? {} : type).end(json);
    }),
  );
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    within: {
      origin,
      async answer(request) {
        const { pathname, search } = new URL(request.url);
        const body = await request.text();
        const { status, json } = replay(request.method, pathname + search, request.headers, body);
        return new Response(json ?? null, { status, headers: json === undefined ? {} : type });
      },
    },
    logIn: async (participant) => participant,
    async ask(descriptor, input, options) {
      const { result } = await makeCall(fetch, origin, descriptor, input, options);
      return result as CallReply<typeof descriptor>;
    },
    vary(next) {
      change = next;
    },
    rewrite(next) {
      rewrite = next;
    },
    answer(next) {
      answerCall = next;
    },
    listBodies: (wanted) => sent.filter(({ call }) => call === wanted).map(({ body }) => body),
    takeCalls: () => takeSentCalls().map(({ call }) => call),
    takeSentCalls,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** The recorded reply: of the profile and its overview the profile of the participant, of any other call the only one. */
export function findReply(call: string, participant: unknown): Json | undefined {
  if (call !== "GET user/profile" && call !== "GET user/overview") return recordedReplies[call]?.[0];
  return recordedReplies["GET user/profile"]?.find((reply) => {
    const { promo_group, is_system } = (reply as unknown as { result: User }).result;
    return participantOf(promo_group.system_name, is_system) === participant;
  });
}

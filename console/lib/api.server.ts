import { redirect } from "@remix-run/node";
import type { CallDescriptor, CallInput, CallReply } from "../../contract/call";
import { type Refusal, readReply } from "../../contract/reply";
import { createRequest } from "../../contract/request";
import { consoleOf, type PageCall } from "./context.server";
import { readToken } from "./cookie.server";

/** The club is in the same process: only the path matters. The operators' API needs no client credential. */
const CLUB = { origin: "http://club.invalid", clientId: "", clientSecret: "" };

export type Outcome<D extends CallDescriptor> =
  | { readonly result: CallReply<D>; readonly refusal?: undefined }
  | { readonly result?: undefined; readonly refusal: Refusal };

interface AskOptions {
  /** Instead of that of the cookie. */
  readonly token?: string | undefined;
  readonly files?: Readonly<Record<string, File>>;
}

/** Makes a call of the operators' API. A session that has ended leads to the log-in. */
export async function ask<D extends CallDescriptor>(
  call: PageCall,
  descriptor: D,
  input: CallInput<D>,
  options: AskOptions = {},
): Promise<Outcome<D>> {
  const response = await send(call, descriptor, input, options);
  const reply = readReply(descriptor, response.status, await response.json());
  if (reply.kind === "contract-mismatch") throw new Error(`${descriptor.path} doesn't match at ${reply.field}`);
  if (reply.kind === "answer") return { result: reply.result };
  if (reply.refusal.status === 401) throw redirect("/login");
  return { refusal: reply.refusal };
}

/** Makes a call without which the page can't be shown. */
export async function need<D extends CallDescriptor>(
  call: PageCall,
  descriptor: D,
  input: CallInput<D>,
): Promise<CallReply<D>> {
  const outcome = await ask(call, descriptor, input);
  if (outcome.refusal) throw refuse(outcome.refusal);
  return outcome.result as CallReply<D>;
}

/** Downloads a file. */
export async function download<D extends CallDescriptor>(
  call: PageCall,
  descriptor: D,
  input: CallInput<D>,
): Promise<Response> {
  const response = await send(call, descriptor, input, {});
  if (response.ok) return response;
  const reply = readReply(descriptor, response.status, await response.json());
  if (response.status === 401) throw redirect("/login");
  throw refuse(reply.kind === "refusal" ? reply.refusal : { status: 500, message: "" });
}

async function send<D extends CallDescriptor>(
  call: PageCall,
  descriptor: D,
  input: CallInput<D>,
  { token, files }: AskOptions,
): Promise<Response> {
  const { context, request } = call;
  const caller = {
    token: token ?? readToken(call),
    requestId: context.requestId,
    address: context.clientAddress,
    userAgent: request.headers.get("User-Agent") ?? undefined,
  };
  return consoleOf(call).fetchAsOperator(createRequest(CLUB, descriptor, input, caller, { files }));
}

/** The error boundary shows the text. */
function refuse({ status, message }: Pick<Refusal, "status" | "message">): Response {
  return new Response(message, { status });
}

import type { CallDescriptor, CallReply } from "../../contract/call";
import {
  faq,
  fileLinksByRole,
  type Links,
  menu,
  type Question,
  type RulesDocument,
  rules,
} from "../../contract/content";
import { type Caller, call, UpstreamOutage } from "./client.server";

const FRESH_MS = 60_000;

interface Kept<Result> {
  result: Result;
  readAt: number;
  renewing: Promise<Result> | undefined;
}

/**
 * Content that is the same for everybody, kept for a minute; older content is served while it is renewed, and through an
 * outage (§4.3). Only the very first reader waits.
 */
function keepContent<D extends CallDescriptor>(descriptor: D): (caller: Caller) => Promise<CallReply<D>> {
  let kept: Kept<CallReply<D>> | undefined;
  let first: Promise<CallReply<D>> | undefined;

  async function renew(caller: Caller): Promise<CallReply<D>> {
    const { requestId } = caller;
    const answer = await call(descriptor, {} as never, { requestId });
    if (!answer.ok) throw new UpstreamOutage(descriptor.path, "status");
    kept = { result: answer.result, readAt: Date.now(), renewing: undefined };
    return answer.result;
  }

  return async (caller) => {
    if (!kept) {
      first ??= renew(caller).finally(() => {
        first = undefined;
      });
      return first;
    }
    const content = kept;
    if (Date.now() - content.readAt > FRESH_MS && !content.renewing) {
      content.renewing = renew(caller).catch(() => {
        // The next reader after another minute tries again; the client has logged why.
        content.readAt = Date.now();
        content.renewing = undefined;
        return content.result;
      });
    }
    return content.result;
  };
}

const keptMenu = keepContent(menu);
const keptRules = keepContent(rules);
const keptQuestions = keepContent(faq);
/** Rules and file links by group. */
export const readFileLinks = keepContent(fileLinksByRole);

/** Links of header and footer. */
export async function readLinks(caller: Caller): Promise<Links> {
  return (await keptMenu(caller)).data;
}

/** Rules documents by code. */
export async function readRules(caller: Caller): Promise<RulesDocument[]> {
  return (await keptRules(caller)).items;
}

/** Questions and answers. */
export async function readQuestions(caller: Caller): Promise<Question[]> {
  return (await keptQuestions(caller)).items;
}

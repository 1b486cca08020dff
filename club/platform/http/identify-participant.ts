import type { CallDescriptor } from "../../../contract/call";
import { alias } from "../../../contract/values";
import type { Identify } from "./answer-call";
import { findActor, hasClientCredential } from "./authentication";
import type { Actor, CallContext } from "./endpoint";
import { forbiddenError, RefusalError } from "./refusal-error";

/** Of the participants' API: the client credential, then the Access-Token, then the audience. */
export const identifyParticipant: Identify<CallContext> = async (descriptor, facts, services) => {
  const { authorization, token, address } = facts;
  if (!hasClientCredential(authorization, services)) throw new RefusalError(alias.clientRefused);
  const visitor = token ? await findActor(token, services, address) : null;
  requireAudience(descriptor, visitor);
  return (call) => ({
    ...call,
    visitor,
    get actor(): Actor {
      if (!visitor) throw new Error(`${descriptor.path} asked for the actor of an anonymous call`);
      return visitor;
    },
  });
};

/** §6.4: the club itself decides who may make a call. */
function requireAudience(descriptor: CallDescriptor, visitor: Actor | null): void {
  if (descriptor.audience === "client") return;
  if (!visitor) throw new RefusalError(alias.sessionGone, "Войдите в клуб ещё раз.");
  if (!descriptor.audience.includes(visitor.participant)) {
    throw forbiddenError();
  }
}

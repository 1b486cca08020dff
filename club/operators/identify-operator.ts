import { alias } from "../../contract/values";
import type { Identify } from "../platform/http/answer-call";
import { RefusalError } from "../platform/http/refusal-error";
import type { OperatorCallContext } from "./call-context";
import { findSession, type OperatorSession } from "./sessions";

/** Of the operators' API: the Access-Token of an operator's session, complete or not as the call's audience says. */
export const identifyOperator: Identify<OperatorCallContext> = async ({ path, audience }, { token }, services) => {
  const session = token ? await findSession(services, token) : null;
  if (audience !== "anyone") {
    if (!session) throw new RefusalError(alias.sessionGone, "Сессия закончилась. Войдите ещё раз.");
    if (audience !== "pending-operator" && session.step !== "open") {
      throw new RefusalError(alias.forbidden, "Сначала завершите вход.");
    }
  }
  return (call) => ({
    ...call,
    operatorId: session?.operator.id ?? null,
    get session(): OperatorSession {
      if (!session) throw new Error(`${path} asked for the session of an anonymous call`);
      return session;
    },
  });
};

import { confirmCode } from "../../contract/operator/calls";
import { alias } from "../../contract/values";
import { RefusalError } from "../http/refusal-error";
import { operatorEndpoint } from "./call-context";
import { recordEvent } from "./record-event";
import { requireCode } from "./require-code";

/** The second step of a log-in. */
export const confirmCodeEndpoint = operatorEndpoint(confirmCode, async ({ code }, context) => {
  const { services, session } = context;
  if (session.step !== "code") throw new RefusalError(alias.forbidden, "Код сейчас не нужен.");
  const kind = await requireCode(services, session, code);
  await recordEvent(services.db, services, kind === "app" ? "log-in" : "log-in-by-recovery-code", context);
  return { step: "open" as const };
});

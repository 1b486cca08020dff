import { confirmCode } from "../../contract/operator/calls";
import { alias } from "../../contract/values";
import { RefusalError } from "../platform/http/refusal-error";
import { operatorEndpoint } from "./call-context";
import { rememberBrowser } from "./known-browsers";
import { linkIdentity } from "./link-identity";
import { recordEvent } from "./record-event";
import { requireCode } from "./require-code";

/** The second step of a log-in. */
export const confirmCodeEndpoint = operatorEndpoint(confirmCode, async ({ code }, context) => {
  const { services, session } = context;
  if (session.step !== "code") throw new RefusalError(alias.forbidden, "Код сейчас не нужен.");
  const kind = await requireCode(context, code);
  const byApp = session.identity ? "log-in-by-identity" : "log-in";
  await recordEvent(services.db, services, kind === "app" ? byApp : "log-in-by-recovery-code", context);
  if (session.identity) await linkIdentity(services, session.identity, context);
  const browser = await rememberBrowser(services.db, services, session.operator.id);
  return { step: "open" as const, browser };
});

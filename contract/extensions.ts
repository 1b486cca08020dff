import { z } from "zod";
import { defineCall } from "./call";
import { newPasswordField, passwordField } from "./fields";
import { wireId } from "./ids";
import { arrayOf, emptyReply, optionalId, rowOf, wireDate, wireFlag, wireText } from "./reply-fields";
import { alias, participants, participantsOf } from "./values";

/*
 * Calls beyond the specification for the password and the sessions of a participant, and for a report's refused rows. They are made only where
 * UPSTREAM_EXTENSIONS says that the upstream has them: another one could answer 401 to an unknown path, which would log the
 * participant out.
 */

const sessionReply = rowOf({
  id: optionalId,
  /** The `User-Agent` of the log-in. */
  user_agent: wireText,
  /** The network of the last use, such as `203.0.113.0/24`. */
  network: wireText,
  last_used_at: wireDate,
  /** Whether this call was made with the session's own token. */
  is_current: wireFlag,
});
export type SessionRow = z.output<typeof sessionReply>;

export const listSessions = defineCall({
  method: "GET",
  path: "user/sessions",
  audience: participants,
  extension: true,
  input: z.object({}),
  reply: arrayOf(sessionReply),
  summary: "The participant's sessions, the latest used first.",
});

export const endSession = defineCall({
  method: "POST",
  path: "user/sessions/end",
  audience: participants,
  extension: true,
  input: z.object({ session_id: z.string().min(1).max(100) }),
  reply: emptyReply,
  summary: "End one of the participant's sessions; one that has ended is ended.",
});

export const endAllSessions = defineCall({
  method: "POST",
  path: "user/sessions/end/all",
  audience: participants,
  extension: true,
  input: z.object({}),
  reply: emptyReply,
  summary: "End all of the participant's sessions, this one included.",
});

export const changePassword = defineCall({
  method: "POST",
  path: "user/password",
  audience: participants,
  extension: true,
  input: z.object({ current_password: passwordField, new_password: newPasswordField }),
  reply: emptyReply,
  summary: "Change the participant's password; all other sessions end.",
});

export const exportReportErrors = defineCall({
  method: "GET",
  path: "deals/report/errors/export",
  audience: participantsOf("curator"),
  extension: true,
  input: z.object({ file_id: wireId }),
  reply: "file",
  aliases: [alias.reportUnknown],
  summary: "Refused rows of a report, with the reasons, as a CSV that can be uploaded again.",
});

import { z } from "zod";
import { activationCodeField, phoneField } from "../../../contract/fields";

/** What the activation page's forms send, told apart by `intent`. */
export const activationSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("confirm"), code: activationCodeField }),
  z.object({ intent: z.literal("resend") }),
  z.object({ intent: z.literal("start"), phone: phoneField }),
]);

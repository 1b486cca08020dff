import { z } from "zod";
import { activationCodeField, phoneField } from "../../../contract/fields";

/** What the activation page's forms send, told apart by `intent`; a code alone confirms. */
export const activationSchema = z.preprocess(
  (values) => (typeof values === "object" ? { intent: "confirm", ...values } : values),
  z.discriminatedUnion("intent", [
    z.object({ intent: z.literal("confirm"), code: z.preprocess(takeDigits, activationCodeField) }),
    z.object({ intent: z.literal("resend") }),
    z.object({ intent: z.literal("start"), phone: phoneField }),
  ]),
);

function takeDigits(typed: unknown): unknown {
  return typeof typed === "string" ? typed.replace(/\D/g, "") : typed;
}

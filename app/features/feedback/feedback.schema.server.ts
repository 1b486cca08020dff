import { z } from "zod";
import { sendFeedback } from "../../../contract/content";

/** §5.11: name, e-mail, message and the consent to the policy. */
export const feedbackSchema = sendFeedback.input.extend({
  policy: z.literal("on", { errorMap: () => ({ message: "Отметьте, что согласны с политикой конфиденциальности." }) }),
});

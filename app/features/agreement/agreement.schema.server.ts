import { z } from "zod";

/** §5.13 */
export const agreementSchema = z.object({
  agreement: z.literal("on", { errorMap: () => ({ message: "Отметьте, что принимаете правила программы." }) }),
});

import { z } from "zod";
import { passportFields } from "../../../contract/accounts";
import { missingScanMessages } from "../../../contract/values";
import { findScanError } from "../../lib/scan-rules";
import { toIsoDate } from "./passport-date";

/** A required scan or photo, within the size limit and of an accepted type. */
function scanField(missing: string) {
  return z
    .instanceof(File, { message: missing })
    .refine((file) => file.size > 0, missing)
    .superRefine((file, context) => {
      const error = findScanError(file);
      if (error) context.addIssue({ code: "custom", message: error });
    });
}

/** A date as people type it (дд.мм.гггг) or as a date input sends it. */
function typedDate(field: z.ZodType<string>) {
  return z.preprocess((text) => (typeof text === "string" ? toIsoDate(text) : text), field);
}

export const documentsSchema = z.object({
  ...passportFields,
  birth_date: typedDate(passportFields.birth_date),
  passport_issue_date: typedDate(passportFields.passport_issue_date),
  passport_main: scanField(missingScanMessages.passport_main),
  passport_registration: scanField(missingScanMessages.passport_registration),
});

export const documentFieldNames = Object.keys(documentsSchema.shape);

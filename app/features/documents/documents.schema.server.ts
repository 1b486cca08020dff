import { z } from "zod";
import { passportFields } from "../../../contract/accounts";
import { isCalendarDate, toIsoDate } from "./passport-date";
import { findScanFault } from "./scan-rules";

/** A scan or a photo: there, not too large, of a kind that people at the club can open. */
function scanField(missing: string) {
  return z
    .instanceof(File, { message: missing })
    .refine((file) => file.size > 0, missing)
    .superRefine((file, context) => {
      const fault = findScanFault(file);
      if (fault) context.addIssue({ code: "custom", message: fault });
    });
}

/** A date of the past, as people write it (дд.мм.гггг) or as a date input sends it. */
function pastDate(field: z.ZodType<string>, fault: string) {
  return z.preprocess(
    (text) => (typeof text === "string" ? toIsoDate(text) : text),
    field.refine((date) => isCalendarDate(date) && date >= "1900-01-01" && Date.parse(date) <= Date.now(), fault),
  );
}

export const documentsSchema = z.object({
  ...passportFields,
  birth_date: pastDate(passportFields.birth_date, "Проверьте дату рождения."),
  passport_issue_date: pastDate(passportFields.passport_issue_date, "Проверьте дату выдачи."),
  passport_code: z.preprocess(
    (text) => (typeof text === "string" ? text.trim().replace(/^(\d{3})\s?(\d{3})$/, "$1-$2") : text),
    passportFields.passport_code,
  ),
  passport_main: scanField("Приложите разворот паспорта с фотографией."),
  passport_registration: scanField("Приложите страницу паспорта с регистрацией."),
});

export const documentFieldNames = Object.keys(documentsSchema.shape);

import { z } from "zod";
import { passportFields } from "../../../contract/accounts";
import { IMAGES_TOO_LARGE_MESSAGE } from "../../../contract/values";

const LARGEST_SCAN = 10 * 1024 * 1024;
const SCAN_TYPES = ["image/jpeg", "image/png", "image/webp", "image/heic", "image/heif", "application/pdf"];

/** A scan or a photo: there, not too large, of a kind that people at the club can open. A browser may not know the type. */
function scanField(missing: string) {
  return z
    .instanceof(File, { message: missing })
    .refine((file) => file.size > 0, missing)
    .refine((file) => file.size <= LARGEST_SCAN, `${IMAGES_TOO_LARGE_MESSAGE}: до 10 МБ.`)
    .refine(
      (file) => file.type === "" || SCAN_TYPES.includes(file.type),
      "Подойдёт фотография (JPEG, PNG, WebP, HEIC) или PDF.",
    );
}

const isPast = (date: string) => {
  const parsed = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.getTime() <= Date.now() && date >= "1900-01-01";
};

export const documentsSchema = z.object({
  ...passportFields,
  birth_date: passportFields.birth_date.refine(isPast, "Проверьте дату рождения."),
  passport_issue_date: passportFields.passport_issue_date.refine(isPast, "Проверьте дату выдачи."),
  passport_main: scanField("Приложите разворот паспорта с фотографией."),
  passport_registration: scanField("Приложите страницу паспорта с регистрацией."),
});

export const documentFieldNames = Object.keys(documentsSchema.shape);

import { z } from "zod";
import { recoveryRules } from "../../../contract/field-rules";
import { isEmail, NEW_PASSWORD_MISSING, newPasswordField, phoneDigits } from "../../../contract/fields";
import { typedText } from "../../../contract/typed-text";
import { PHONE_DIGITS } from "../../../contract/values";

/** §4.12: an e-mail address, or a phone of 11 digits. */
export const recoverySchema = z.object({
  login: typedText({ required_error: "Укажите e-mail или телефон." })
    .trim()
    .max(recoveryRules.login.maxLength)
    .transform((login) => (login.includes("@") ? login : phoneDigits(login)))
    .refine(
      (login) => isEmail(login) || login.length === PHONE_DIGITS,
      "Нужен e-mail вида name@example.ru или телефон из 11\u00a0цифр.",
    ),
});

/** §5.10: at least nine characters without spaces at the ends, typed twice. */
export const passwordSchema = z
  .object({
    new_password: z.string({ required_error: NEW_PASSWORD_MISSING }).trim().pipe(newPasswordField),
    new_password_confirm: z.string({ required_error: "Введите пароль ещё раз." }).trim(),
  })
  .refine((form) => form.new_password === form.new_password_confirm, {
    path: ["new_password_confirm"],
    message: "Пароли не совпали. Введите их ещё раз.",
  });

import { z } from "zod";
import { emailField, phoneField } from "../../../contract/fields";
import type { LoginMode } from "./login-form";

/** §5.1: login and password, the password trimmed. */
export function loginSchema(mode: LoginMode) {
  return z.object({
    login: mode === "email" ? emailField : phoneField,
    password: z.string({ required_error: "Введите пароль." }).trim().min(1, "Введите пароль.").max(200),
  });
}

import { z } from "zod";
import { emailField, passwordField, phoneField } from "../../../contract/fields";
import type { LoginMode } from "./login-form";

/** §5.1: login and password, the password trimmed. */
export function loginSchema(mode: LoginMode) {
  return z.object({
    login: mode === "email" ? emailField : phoneField,
    password: passwordField,
  });
}

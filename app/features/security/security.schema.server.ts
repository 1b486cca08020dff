import { z } from "zod";
import { NEW_PASSWORD_MISSING, newPasswordField, passwordField } from "../../../contract/fields";

/** §5.10: the present password, and a new one of at least nine characters without the spaces around it. */
export const changePasswordSchema = z.object({
  current_password: passwordField,
  new_password: z.string({ required_error: NEW_PASSWORD_MISSING }).trim().pipe(newPasswordField),
});

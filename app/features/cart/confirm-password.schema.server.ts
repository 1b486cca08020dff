import { z } from "zod";
import { passwordField } from "../../../contract/fields";

export const confirmPasswordSchema = z.object({ password: passwordField });

import type { z } from "zod";
import { alias } from "../../../contract/values";
import { RefusalError } from "../../platform/http/refusal-error";

/** @throws RefusalError validation on the field, with the schema's first message */
export function readField<Value>(schema: z.ZodType<Value, z.ZodTypeDef, unknown>, typed: string, field: string): Value {
  const read = schema.safeParse(typed);
  if (!read.success) throw invalidField(field, read.error.issues[0]?.message);
  return read.data;
}

export function invalidField(field: string, message?: string): RefusalError {
  return new RefusalError(alias.validation, message, field);
}

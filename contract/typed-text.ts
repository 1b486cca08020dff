import { type ParseInput, type ParseReturnType, type RawCreateParams, z } from "zod";
import { normaliseText } from "./normalise-text";

/**
 * A text that somebody typed or pasted, in its plain form before anything is checked: composed letters, plain spaces and
 * hyphens, none of the characters that nobody sees. A step before the string would do the same as a pipe, of which conform
 * reads each part for itself, and which hides the string's length and pattern from `openapi.json`.
 */
class TypedText extends z.ZodString {
  override _parse(input: ParseInput): ParseReturnType<string> {
    if (typeof input.data === "string") input.data = normaliseText(input.data);
    return super._parse(input);
  }

  override _addCheck(check: z.ZodStringCheck): TypedText {
    return new TypedText({ ...this._def, checks: [...this._def.checks, check] });
  }

  override trim(): TypedText {
    return this._addCheck({ kind: "trim" });
  }
}

/** Like `z.string`, for what people type; passwords aren't read like this, because each of their characters counts. */
export function typedText(params?: RawCreateParams): z.ZodString {
  return new TypedText({ ...z.string(params)._def });
}

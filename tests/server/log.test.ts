import { expect, test } from "vitest";
import { z } from "zod";
import { describeError } from "../../app/lib/log.server";

test("§4.19 architecture: an error is logged with its name, message and stack, without personal data", () => {
  const plain = { name: "DatabaseError", message: "a call failed", stack: "DatabaseError\n    at club.ts:1" };
  expect(
    describeError({ ...plain, detail: "Key (phone)=(79135557731)", parameters: ["79135557731"], cause: {} }),
  ).toEqual({ type: "object", ...plain });
  const thrown = Object.assign(new TypeError("fetch failed"), { token: "secret", cause: new Error("secret") });
  expect(describeError(thrown)).toEqual({ type: "TypeError", message: "fetch failed", stack: thrown.stack });
  const refused = z.object({ phone: z.enum(["a"]) }).safeParse({ phone: "79135557731" });
  expect(JSON.stringify(describeError(refused.error))).toBe(
    '{"type":"ZodError","issues":["phone: invalid_enum_value"]}',
  );
  // Only strings are logged; other values of these properties are left out.
  expect(describeError({ message: { phone: "79135557731" }, name: 7 })).toEqual({ type: "object" });
  for (const nothing of [null, undefined, "79135557731", 79135557731]) {
    expect(describeError(nothing)).toEqual({ type: typeof nothing });
  }
});

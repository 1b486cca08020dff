import pino from "pino";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { describeError } from "../../app/lib/log.server";
import { createLogOutput } from "../../app/lib/log-output.server";

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

test("architecture: lines of the log are written together, an error at once with those before it", () => {
  vi.useFakeTimers();
  try {
    const writes: string[] = [];
    const messages = () =>
      writes.map((lines) =>
        lines
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line).msg),
      );
    const log = pino({}, createLogOutput({ write: (lines) => void writes.push(lines) }));
    log.info("one");
    log.info("two");
    expect(writes).toEqual([]);
    log.error("three");
    expect(messages()).toEqual([["one", "two", "three"]]);
    log.info("four");
    vi.advanceTimersByTime(1_000);
    expect(messages().at(-1)).toEqual(["four"]);
    log.info("five");
    process.emit("exit", 0);
    expect(messages().at(-1)).toEqual(["five"]);
    expect(writes).toHaveLength(3);
  } finally {
    vi.useRealTimers();
  }
});

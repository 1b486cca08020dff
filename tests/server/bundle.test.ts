import { expect, test } from "vitest";
import { escapeLetters } from "../../scripts/bundle.mjs";

test("architecture: a bundled program is written in ASCII and means the same", () => {
  const program = String.raw`({
    text: "Баллы «\"А\"» — 5 ₽",
    backslashes: "\\ж \ж \\\ж",
    template: ${"`"}№ ${"$"}{1 + 1}${"`"},
    tagged: ((parts) => parts.join())${"`"}Продажа${"`"},
    emoji: "🎁",
    pattern: "а–б—в".replace(/[–\—]/g, "+"),
    unicode: /^🎁$/u.test("🎁"),
  }) // конец`;

  const escaped = escapeLetters(program);

  expect(escaped).not.toMatch(/[\u0080-\uffff]/);
  // biome-ignore lint/security/noGlobalEval: both programs are written above
  const run = globalThis.eval;
  expect(run(escaped)).toEqual(run(program));
  expect(run(escaped)).toMatchObject({ backslashes: "\\ж ж \\ж", pattern: "а+б+в", unicode: true });
});

import ts from "typescript";
import { expect, test } from "vitest";
import { toShortDate } from "../../contract/russian-date";
import { quote } from "../../contract/russian-quotes";
import { PHONE_LENGTH_MESSAGE } from "../../contract/values";
import { lineOf, listSources, parseSource, visit } from "./sources";

/** Where the specification names a role: the choice of one, the report's column and files that people upload. */
const ROLE_PLACES = new Set([
  "app/features/invites/invite-form.tsx",
  "app/features/registration/role-choice.tsx",
  "contract/columns.ts",
  "club/demo/rules-documents.ts",
  "club/people/invites/invite-columns.ts",
  "club/sales/deals/operators/import-articles.ts",
  "club/sales/deals/report-columns.ts",
]);

/** Where sales that no report has are the subject. */
const CLAIM_PLACES =
  /claim|^contract\/values|^app\/routes\/dashboard\.report\._index|people\/(?:erasure-steps|move-account)/;

const REFUSED: readonly [what: string, pattern: RegExp][] = [
  ["приз instead of подарок", /(?<!\p{L})приз(?:а|у|ы|ов|ом|ам|ами|ах|е)?(?!\p{L})/iu],
  ["a role's name in a sentence", /(?<!\p{L})(?:сейлз|ритейл)\p{L}*/iu],
  ["quotation marks inside quotation marks", /«[^»]*«/u],
  // What is inserted may have some of its own: `quote` makes them the inner ones.
  ["quotation marks around what is inserted", /«…|«$/u],
  // Who leaves the club loses the points; the rules tell how, in lower case.
  ["leaving the club for logging out", /Выйти из клуба|(?:выйдете|вышли) из клуба/u],
  ["a name that was replaced", /СУВЕНИР №|По строкам|300 строк|название, для вас|^Последнее$/u],
  [
    "another verb for sending again",
    /(?:отправ|переда|загруз|загруж)\p{L}*(?: \p{L}+){0,2} (?:снова|заново|повторно)|Напомнить|Повторить письмо/iu,
  ],
  ["an order called заявка", /(?<!\p{L})заявк\p{L}*/iu],
  ["an exclamation mark", /\p{L}»?!/u],
  ["punctuation twice", /\p{Script=Cyrillic}»?(?:[,;:!?][,;:.]|\.\.(?!\.))|«\s|\s»/u],
];

test("§2.2.1 the interface has one word for a thing, and quotes once", () => {
  const findings: string[] = [];
  for (const file of ["app", "club", "console", "contract", "server"].flatMap((folder) => listSources(folder))) {
    const source = parseSource(file);
    visit(source, (node) => {
      const text = readText(node);
      if (!/\p{Script=Cyrillic}/u.test(text)) return;
      for (const [what, pattern] of REFUSED) {
        if (!pattern.test(text)) continue;
        if (what.startsWith("a role") && ROLE_PLACES.has(file)) continue;
        if (what.startsWith("an order") && CLAIM_PLACES.test(file)) continue;
        findings.push(`${file}:${lineOf(source, node)} ${what}: ${text.trim().slice(0, 80)}`);
      }
    });
  }
  expect(findings).toEqual([]);
});

/** The customer's own words. */
const OWN_WORDS = [PHONE_LENGTH_MESSAGE];
/** Words after a number that begin what follows. */
const FURTHER = "в|во|для|до|за|и|из|или|к|на|не|о|от|по|при|с|со|у|через|что|чтобы|вместо|ещё|уже";
/** A plain space between a number, or what is inserted as one, and its unit. */
const APART = new RegExp(
  [
    String.raw`\d (?!(?:${FURTHER})(?!\p{L}))[а-яё]`,
    String.raw`[\d…] (?:[₽%]|[КМ]Б|(?:символ|знак|цифр|шту?к?|балл|строк|час|минут|мин|сек|с(?!\p{L})|день|дн|руб)\p{L}*(?:\.|(?!\p{L})))`,
    "[№§] […\\d]",
    "[а-яё₽\\d] [=×]",
  ].join("|"),
  "u",
);

test("§9.1 in the texts of pages a number stands beside its unit", () => {
  const findings: string[] = [];
  for (const file of ["app", "console", "contract", "server"].flatMap((folder) => listSources(folder))) {
    if (file.startsWith("app/features/styleguide/")) continue;
    const source = parseSource(file);
    visit(source, (node) => {
      const text = readText(node).replaceAll("&nbsp;", "\u00a0");
      if (!/\p{Script=Cyrillic}|[№₽%]/u.test(text) || OWN_WORDS.includes(text) || !APART.test(text)) return;
      findings.push(`${file}:${lineOf(source, node)} ${text.trim().slice(0, 90)}`);
    });
  }
  expect(findings).toEqual([]);
});

test("§8.1 a name that has quotation marks is quoted with inner ones", () => {
  expect(quote("Ось")).toBe("«Ось»");
  expect(quote("ООО «Ось»")).toBe("«ООО „Ось“»");
});

test("§9.1 a date in a text is dd.mm.yy", () => {
  expect(toShortDate("2026-06-15")).toBe("15.06.26");
  expect(toShortDate("15 июня")).toBe("15 июня");
});

test("architecture: a sentence of the interface stands in one place", () => {
  const places = new Map<string, string[]>();
  const isExample = (file: string) => file.startsWith("club/demo/") || file.startsWith("app/features/styleguide/");
  for (const file of ["app", "club", "contract", "server"].flatMap((folder) => listSources(folder))) {
    if (isExample(file)) continue;
    const source = parseSource(file);
    visit(source, (node) => {
      const text = readText(node).replace(/\s+/g, " ").trim();
      if (ts.isTemplateExpression(node)) return;
      // Labels are shorter, and what begins in lower case is a part of a longer sentence.
      if (!/^«?\p{Lu}\S* .* .*[.!]$/su.test(text) || !/\p{Script=Cyrillic}/u.test(text)) return;
      places.set(text, [...(places.get(text) ?? []), `${file}:${lineOf(source, node)}`]);
    });
  }
  expect([...places].filter(([, found]) => found.length > 1)).toEqual([]);
});

function readText(node: ts.Node): string {
  if (ts.isJsxText(node) || ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return [node.head.text, ...node.templateSpans.map((span) => `…${span.literal.text}`)].join("");
  }
  return "";
}

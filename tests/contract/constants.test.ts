import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { formatDate } from "../../app/lib/dates.server";
import { formatCount, formatNumber, formatPoints, POINT_RATE, pointsUnit } from "../../app/lib/points";
import * as values from "../../contract/values";
import { lineOf, listSources, parseSource, ROOT, readImports, visit } from "../architecture/sources";

/** The business constants, copied here on purpose. */
const constants = {
  ROUBLES_PER_POINT: 1,
  INN_LENGTHS: [10, 12],
  PHONE_DIGITS: 11,
  PASSWORD_MIN_LENGTH: 9,
  ACTIVATION_CODE_LENGTH: 4,
  RESEND_SECONDS: 60,
  CONSENT_COOKIE_DAYS: 100,
  COMPANY_LOOKUP_DEBOUNCE_MS: 500,
  REGION_LOOKUP_DEBOUNCE_MS: 500,
  MANAGER_LOOKUP_DEBOUNCE_MS: 3000,
  REQUEST_TIMEOUT_MS: 50_000,
  REPORTS_PER_PAGE: 10,
  REPORT_DETAILS_PER_PAGE: 999_999,
  UNSEEN_PROMO_PAGE: 1,
  UNSEEN_PROMO_PER_PAGE: 4,
  ORDER_PAUSE_MS: 1000,
  ORDER_FACE: 0,
  DELIVERY_COUNTRY: "Российская Федерация",
  IS_ALLOW_EMAIL_NOTIFY: 0,
  TALL_SCREEN_PX: 932,
  PDF_VIEWER_HEIGHT_PX: 600,
};

const VALUES = "contract/values.ts";

const sources = ["app", "club", "contract", "server"].flatMap((folder) => listSources(folder)).map(parseSource);

test("§9.1 §5.14 every business constant has its value", () => {
  expect(values).toMatchObject(constants);
});

test("§9.1 every value is used outside its own file", () => {
  const read = new Set(sources.filter(({ fileName }) => fileName !== VALUES).flatMap(readValueImports));
  // Style sheets can't import the height of a tall screen; the test below holds them to it.
  const unread = Object.keys(values).filter((name) => !read.has(name) && name !== "TALL_SCREEN_PX");
  expect(unread).toEqual([]);
});

/** The values that a file imports by name. It reads them all: the linter refuses an import that isn't used. */
function readValueImports(source: ts.SourceFile): string[] {
  if (!readImports(source).some(({ target, typeOnly }) => target === "contract/values" && !typeOnly)) return [];
  const names: string[] = [];
  visit(source, (node) => {
    if (!ts.isImportSpecifier(node) || node.isTypeOnly) return;
    const { moduleSpecifier } = node.parent.parent.parent;
    if (ts.isStringLiteral(moduleSpecifier) && /(^|\/)values$/.test(moduleSpecifier.text)) {
      names.push((node.propertyName ?? node.name).text);
    }
  });
  return names;
}

test("§9.1 unmistakable figures and texts are written only once", () => {
  const telling = ["50000", "999999", "932", constants.DELIVERY_COUNTRY];
  const found: string[] = [];
  for (const source of sources) {
    visit(source, (node) => {
      const text = ts.isNumericLiteral(node) || ts.isStringLiteralLike(node) ? node.text : undefined;
      if (text === undefined || !telling.includes(text)) return;
      if (source.fileName !== VALUES) found.push(`${source.fileName}:${lineOf(source, node)} ${text}`);
    });
  }
  expect(found).toEqual([]);
});

test("§9.1 drop-downs have more room from a screen height of 932 px", () => {
  const css = readFileSync(path.join(ROOT, "app/styles/components/suggestions.css"), "utf8");
  expect([...css.matchAll(/min-height: (\d+)px\)/g)].map((match) => Number(match[1]))).toEqual([values.TALL_SCREEN_PX]);
  expect(readFileSync(path.join(ROOT, "app/styles/index.css"), "utf8")).toContain("./components/suggestions.css");
});

test("§1.6 §9.1 one point is one rouble", () => {
  expect(POINT_RATE.replaceAll("\u00a0", " ")).toBe("1 балл = 1 ₽");
});

test.each([
  [0, "баллов"],
  [1, "балл"],
  [2, "балла"],
  [4, "балла"],
  [5, "баллов"],
  [11, "баллов"],
  [12, "баллов"],
  [14, "баллов"],
  [21, "балл"],
  [22, "балла"],
  [25, "баллов"],
  [100, "баллов"],
  [101, "балл"],
  [111, "баллов"],
  [112, "баллов"],
  [1_000_001, "балл"],
  [1_234_512, "баллов"],
])("§1.9 §9.1 %i %s", (count, unit) => {
  expect(pointsUnit(count)).toBe(unit);
  expect(formatPoints(count).endsWith(`\u00a0${unit}`)).toBe(true);
});

test("§1.9 §9.1 thousands are apart by spaces that don't break", () => {
  expect([999, 1000, 12_450, 1_234_567].map(formatNumber)).toEqual(
    ["999", "1 000", "12 450", "1 234 567"].map(nonBreaking),
  );
  expect(formatCount(2, "позиция", "позиции", "позиций")).toBe(nonBreaking("2 позиции"));
});

test("§9.1 dates are dd.mm.yy, a moment by the clock of Moscow", () => {
  expect(formatDate("2026-03-09")).toBe("09.03.26");
  expect(formatDate("2026-03-31T21:30:00Z")).toBe("01.04.26");
  expect([formatDate(null), formatDate("скоро")]).toEqual(["", "скоро"]);
});

const nonBreaking = (text: string) => text.replaceAll(" ", "\u00a0");

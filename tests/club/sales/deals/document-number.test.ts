import { expect, test } from "vitest";
import { foldDocumentNumber, readDocumentNumber } from "../../../../club/sales/deals/document-number";

/** Spellings of one document each. */
const SAME: readonly (readonly string[])[] = [
  [
    "123",
    "№123",
    "№ 123",
    "000123",
    "123.",
    "123,",
    "№123;",
    " 123 ",
    "123,0",
    "123.00",
    "123 от 05.11.2026",
    "123 от 5.11.26 г.",
    "123 от 05.11.2026г",
    "№ 123 от 5/11/2026",
    "123 от 2026-11-05",
    "123 от 05.11.2026 12:00:00",
    "123, от 5 ноября 2026 года.",
    "123 ОТ 05.11.2026",
    "Накладная 123",
    "НАКЛАДНАЯ № 123",
    "Накладная: 123",
    "Накладная123",
    "Товарная накладная № 000123 от 05.11.2026",
    "Расходная накладная 123",
    "Накл. 123",
    "УПД № 123",
    "УПД123",
    "упд №123 от 05.11.2026",
    "Счёт-фактура 123",
    "Счет–фактура № 123",
    "Счёт фактура 123",
    "Документ 123",
    "ТОРГ-12 123",
    "Торг 12 № 123",
    "Товарная накладная (ТОРГ-12) № 123 от 05.11.2026",
    "Реализация 123",
    "Реализация товаров и услуг 123 от 05.11.2026 12:00:00",
    "Реализация (акт, накладная, УПД) 00000123 от 05.11.2026 9:05:00",
    "N 123",
    "No 123",
    "No. 123",
    "#123",
    "# 123",
    "Накладная N 123",
    "УПД #123 от 05.11.2026",
    "ТТН 123",
    "ТТН № 123",
    "УПД (статус 1) № 123",
    "УПД(статус 2) 123 от 05.11.2026",
    "Универсальный передаточный документ (статус 1) № 123",
    "123 (05.11.2026)",
    "123 (от 5.11.26 г.)",
    "№ 123 (05.11.2026 12:00:00)",
  ],
  ["0000-000123", "Реализация товаров и услуг 0000-000123 от 05.11.2026 12:00:00", "№ 0000–000123"],
  ["УТ-1042", "ут—1042", "YT-1042", "УТ - 1042", "УПД УТ-1042 от 05.11.2026", "УТ-1042."],
  ["1042,05", "1042.05"],
  ["123/05.11.2026", "Накладная 123/05.11.2026"],
  ["УПД-17", "упд-17", "УПД- 17"],
  ["05.11.2026", "№ 05.11.2026"],
  ["202611050001", "2.02611050001E11", "2,02611050001E+11"],
];

test.each(SAME.map((spellings) => [spellings[0], spellings] as const))(
  "§1.3 a document is «%s», however that is written",
  (_, spellings) => {
    const forms = spellings.map((text) => foldDocumentNumber(text));
    expect(forms).toEqual(spellings.map(() => forms[0]));
    expect(spellings.map(readDocumentNumber)).toEqual(spellings.map((text) => text.trim()));
  },
);

test("§1.3 documents that differ are never taken for one, however they are written", () => {
  const others = [
    ["А-123"],
    ["A123"],
    ["Б123"],
    ["12/3"],
    ["1/23"],
    ["123-1"],
    ["123/1"],
    ["123.1"],
    ["12.3"],
    ["123,05"],
    ["1230"],
    ["УТ-001042"],
    ["0000-123"],
    ["-123"],
    ["1042.10"],
    ["1042.1"],
    ["1042,050"],
    ["2026-11-05"],
    ["2026"],
    ["5.11.2026"],
    ["05.11.2026 12:00"],
    ["123 05.11.2026"],
    ["123от"],
    ["от123"],
    ["123 от 05.11"],
    ["ТОРГ-123"],
    ["ТОРГ-12123"],
    ["ТОРГ-12/123"],
    ["УПД-123"],
    ["УПД/123"],
    ["Накладнаястарая123"],
    ["Возврат 123"],
    ["Корректировка реализации 123"],
    ["Счёт 123"],
    ["Акт 123"],
    ["123 УПД"],
    ["123А"],
    ["123 А"],
    ["N123"],
    ["12 N 3"],
    ["12#3"],
    ["NA 123"],
    ["УПД (статус 1) № 123-2"],
    ["УПД (старый) № 123"],
    ["УПД статус 1123"],
    ["УПД (статус 12) 3"],
    ["ТТН-123"],
    ["ТТНА 123"],
    ["123 (1)"],
    ["123 (05.11)"],
    ["УТ (05.11.2026)"],
    ["(05.11.2026)"],
  ];
  const groups = [...SAME, ...others];
  const forms = groups.map(([text = ""]) => foldDocumentNumber(text));
  const twice = groups.filter((_, index) => forms.indexOf(forms[index] ?? "") !== index);
  // Spaces never tell numbers apart.
  expect(twice).toEqual([["123 А"]]);
});

test("§1.3 a document without a number is none, whatever word or date stands in the place of one", () => {
  const none = [
    "",
    "—",
    "б/н",
    "Б.Н.",
    "б/н от 05.11.2026",
    "УПД б/н",
    "Накладная № б/н от 05.11.2026",
    "нет",
    "Без номера.",
    "0",
    "000",
    "0,0",
    "№",
    "УПД",
    "Накладная",
    "Реализация товаров и услуг",
    "Реализация от 05.11.2026 12:00:00",
    "от 05.11.2026",
    "ТОРГ-12",
  ];
  expect(none.map((text) => [text, readDocumentNumber(text)])).toEqual(none.map((text) => [text, ""]));
  expect(none.map(foldDocumentNumber)).toEqual(none.map(() => ""));
});

test("§3.10 a cell of a spreadsheet is the number that people see in it", () => {
  expect(readDocumentNumber(null)).toBe("");
  expect(readDocumentNumber(1042.0)).toBe("1042");
  expect(readDocumentNumber(0)).toBe("");
  expect(foldDocumentNumber(readDocumentNumber(1042.5))).toBe(foldDocumentNumber("1042,5"));
  expect(readDocumentNumber(new Date("2026-11-05"))).toBe("05.11.2026");
  // Two documents of one day.
  expect(readDocumentNumber(new Date("2026-11-05T09:30:00Z"))).toBe("05.11.2026 09:30:00");
});

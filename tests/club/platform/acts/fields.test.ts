import { expect, test } from "vitest";
import { z } from "zod";
import {
  choice,
  count,
  date,
  type Field,
  type Fields,
  file,
  flag,
  lines,
  multiline,
  optionalChoice,
  optionalCount,
  optionalDate,
  optionalFile,
  optionalMultiline,
  optionalText,
  optionalTextBy,
  person,
  text,
  textBy,
} from "../../../../club/platform/acts/field";
import { comparedSince, describeLargeIncrease, isLargeIncrease } from "../../../../club/platform/acts/large-increase";
import { nothingToChange } from "../../../../club/platform/acts/nothing-to-change";
import { actorName, mayDo, type Operator } from "../../../../club/platform/acts/operator";
import { tableOfSessions } from "../../../../club/platform/acts/session-table";
import { defineList, readPage } from "../../../../club/platform/acts/view";
import type { Services } from "../../../../club/platform/services";
import type { OperatorRole } from "../../../../contract/operator/roles";

const options = { label: "Поле", help: "field", hint: "Подсказка" };
const choices = { red: "Красный", blue: "Синий" };
const rule = z.string().regex(/^\d+$/, "Нужны цифры.");
const upload = { name: "a.txt", contentType: "text/plain", content: Buffer.from("a") };

const read = ({ schema }: Field, value: unknown) => {
  const { success, data, error } = schema.safeParse(value);
  return success ? data : error.issues.map(({ message }) => message);
};

/** Makes the fields, required and not, with what they are for the doors, a value, and what they read of it. */
const kinds: [string, () => Field, () => Field, string, unknown, unknown][] = [
  ["text", () => text(options), () => optionalText(options), "text", " Анна ", "Анна"],
  ["text by a rule", () => textBy(rule, options), () => optionalTextBy(rule, options), "text", "17", "17"],
  ["multiline", () => multiline(options), () => optionalMultiline(options), "multiline", "а\nб", "а\nб"],
  ["number", () => count(options), () => optionalCount(options), "number", "17", 17],
  ["date", () => date(options), () => optionalDate(options), "date", "2026-03-31", "2026-03-31"],
  [
    "choice",
    () => choice({ ...options, choices }),
    () => optionalChoice({ ...options, choices }),
    "choice",
    "blue",
    "blue",
  ],
  ["file", () => file(options), () => optionalFile(options), "file", upload, upload],
];

test.each(kinds)(
  "architecture: a field may be required or not: %s",
  (name, makeRequired, makeOptional, control, typed, known) => {
    const [required, optional] = [makeRequired(), makeOptional()];
    expect(required).toMatchObject({ ...options, control, isRequired: true });
    expect(optional).toMatchObject({ ...options, control, isRequired: false });
    for (const field of [required, optional]) {
      expect(read(field, typed)).toEqual(known);
      expect(field.choices).toEqual(
        control === "choice"
          ? [
              { value: "red", label: "Красный" },
              { value: "blue", label: "Синий" },
            ]
          : undefined,
      );
      expect(field.isPrivate).toBe(control === "file" ? true : undefined);
    }
    expect(read(optional, undefined)).toBeUndefined();
    expect(read(required, undefined)).toEqual([name === "file" ? "Выберите файл." : "Заполните поле."]);
    if (name === "file") return;
    for (const empty of ["", "  "]) {
      expect(read(required, empty)).toEqual(["Заполните поле."]);
      expect(read(optional, empty)).toBeUndefined();
    }
  },
);

test("architecture: a text has at most 500 characters, several lines 20 000", () => {
  for (const [fields, length, message] of [
    [[text(options), optionalText(options)], 500, "Не длиннее 500 знаков."],
    [[multiline(options), optionalMultiline(options)], 20_000, "Не длиннее 20000 знаков."],
  ] as const) {
    for (const field of fields) {
      expect(read(field, "я".repeat(length))).toHaveLength(length);
      expect(read(field, "я".repeat(length + 1))).toEqual([message]);
    }
  }
});

test("architecture: a number is at least one, and within the bounds that a field names", () => {
  for (const make of [count, optionalCount]) {
    const any = make(options);
    expect([read(any, "0"), read(any, "1"), read(any, "2147483647")]).toEqual([["Не меньше 1."], 1, 2_147_483_647]);
    expect(read(any, "2147483648")).toEqual(["Не больше 2147483647."]);
    const bounded = make({ ...options, min: 3, max: 5 });
    expect(["2", "3", "5", "6"].map((typed) => read(bounded, typed))).toEqual([
      ["Не меньше 3."],
      3,
      5,
      ["Не больше 5."],
    ]);
    expect(Object.keys(bounded)).not.toContain("min");
    expect(Object.keys(bounded)).not.toContain("max");
  }
});

test("architecture: what isn't among the choices, no date, or no file is refused in words", () => {
  for (const field of [choice({ ...options, choices }), optionalChoice({ ...options, choices })]) {
    for (const wrong of ["green", "toString", 1]) expect(read(field, wrong)).toEqual(["Выберите одно из значений."]);
  }
  expect(read(choice({ ...options, choices: { "1": "Один" } }), 1)).toEqual(["Выберите одно из значений."]);
  for (const wrong of ["2026-02-30", "31.03.2026", "2026-3-1", "завтра"]) {
    expect(read(date(options), wrong)).toEqual(["Нужна дата вида 2026-03-31."]);
  }
  for (const wrong of ["a.txt", null, { ...upload, content: "a" }]) {
    expect(read(file(options), wrong)).toEqual(["Выберите файл."]);
  }
});

test("architecture: a flag is set by what the doors send, and lines are a text or a list", () => {
  const field = flag(options);
  expect(field).toMatchObject({ control: "flag", isRequired: false });
  expect([true, "on", "1", "true", "yes"].map((value) => read(field, value))).toEqual(Array(5).fill(true));
  expect([undefined, false, "", "off", "0", "no"].map((value) => read(field, value))).toEqual(Array(6).fill(false));
  const several = lines(options);
  expect(several).toMatchObject({ control: "multiline", isRequired: false });
  expect(read(several, " Анна \r\n\n Олег\nИван")).toEqual(["Анна", "Олег", "Иван"]);
  expect(read(several, ["Анна ", "", "Олег"])).toEqual(["Анна", "Олег"]);
  expect(read(several, undefined)).toEqual([]);
});

test("architecture: the field of a person is positional and private, and may be named otherwise", () => {
  expect(person()).toMatchObject({
    label: "Участник",
    hint: "Телефон, e-mail или номер участника",
    help: "phone, e-mail or id of the participant",
    control: "text",
    isPositional: true,
    isPrivate: true,
    isRequired: true,
  });
  expect(person({ label: "Кому", isPositional: false })).toMatchObject({ label: "Кому", isPositional: false });
  expect(nothingToChange("price").entries).toMatchObject([
    { error_display_message: "Заполните хотя бы одно поле.", error_system_message: { field_key: "price" } },
  ]);
});

test("§1.3 a number that has grown exactly by the factor needs nobody, and a bit more needs a second operator", () => {
  const settings = { secondOperatorFactor: 3 } as Services["settings"];
  expect([29, 30, 31].map((after) => isLargeIncrease({ settings }, { before: 10, after }))).toEqual([
    false,
    false,
    true,
  ]);
  expect(describeLargeIncrease({ settings }, "Цена вырастет")).toBe(
    "Цена вырастет больше чем в 3 раза по сравнению с тем, что было за 30 дней.",
  );
  expect(comparedSince({ now: () => new Date("2026-03-31T10:00:00Z") })).toEqual(new Date("2026-03-01T10:00:00Z"));
});

test("§1.2 an operator may what one of the own roles may; owners and the command line may everything", () => {
  const operator = (...roles: OperatorRole[]): Operator => ({
    kind: "operator",
    id: 1,
    login: "a",
    fullName: "",
    roles,
  });
  const may = (who: Operator) => mayDo(who, ["support", "finance"]);
  expect(may(operator("support"))).toBe(true);
  expect(may(operator("fulfilment", "finance"))).toBe(true);
  expect(may(operator("fulfilment"))).toBe(false);
  expect(may(operator())).toBe(false);
  expect(may(operator("owner"))).toBe(true);
  expect(may({ kind: "shell", user: "root" })).toBe(true);
  expect([actorName(operator()), actorName({ kind: "shell", user: "root" })]).toEqual(["a", "shell:root"]);
});

test("architecture: a table of sessions shows the moments in Moscow, and the beginning of a long browser's name", () => {
  const session = {
    created_at: new Date("2026-03-31T10:00:00Z"),
    last_used_at: new Date("2026-03-31T21:05:00Z"),
    network: "203.0.113.0/24",
    user_agent: "M".repeat(81),
  };
  expect(tableOfSessions([session])).toEqual({
    columns: [{ title: "Вход" }, { title: "Последнее действие" }, { title: "Сеть" }, { title: "Браузер" }],
    rows: [{ cells: ["31.03.2026, 13:00", "01.04.2026, 00:05", "203.0.113.0/24", "M".repeat(80)] }],
  });
  expect(tableOfSessions([]).rows).toEqual([]);
});

test("architecture: a list is read after a key, with its filters, and from a replica only where it may lag", async () => {
  const replica = { db: "replica", isUsable: async () => true };
  const services = { db: "primary", sharedDb: "primary", readReplica: replica } as unknown as Services;
  const asked: unknown[] = [];
  const list = {
    name: "doors",
    group: "people",
    title: "Двери",
    summary: "Doors.",
    roles: [],
    filters: { colour: text(options) } as Fields,
    columns: [],
    read: async ({ db }: Services, filters: unknown, after: unknown) => {
      asked.push([db, filters, after]);
      return { rows: [], next: null };
    },
  } as const;
  const colour = { colour: " red ", other: "x" };
  await readPage(services, defineList(list), colour);
  await readPage(services, defineList({ ...list, mayLag: true }), colour, "17");
  const byText = defineList<Fields, string>({ ...list, parseKey: (key) => (key === "none" ? null : `key ${key}`) });
  await readPage(services, byText, colour, "a");
  expect(asked).toEqual([
    ["primary", { colour: "red" }, undefined],
    ["replica", { colour: "red" }, 17],
    ["primary", { colour: "red" }, "key a"],
  ]);
  const refusal = {
    status: 422,
    entries: [
      {
        error_display_message: "Такой страницы списка нет. Откройте его сначала.",
        error_system_message: { field_key: "afterKey" },
      },
    ],
  };
  await expect(readPage(services, byText, colour, "none")).rejects.toMatchObject(refusal);
  await expect(readPage(services, defineList(list), colour, "буквы")).rejects.toMatchObject(refusal);
  await expect(readPage(services, defineList(list), {})).rejects.toThrow("Заполните поле.");
  expect(asked).toHaveLength(3);
});

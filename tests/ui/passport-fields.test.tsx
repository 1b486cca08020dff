import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, test } from "vitest";
import { DateField } from "../../app/features/documents/date-field";
import { isCalendarDate, toIsoDate } from "../../app/features/documents/passport-date";
import { findScanError } from "../../app/lib/scan-rules";
import { formatSize } from "../../app/ui/lazy/scan-field";
import { toRussianDate } from "../../contract/russian-date";

const MB = 1024 * 1024;

test.each([
  ["28.02.1985", "1985-02-28"],
  [" 1.3.2001 ", "2001-03-01"],
  ["28/02/1985", "1985-02-28"],
  ["28022001", "2001-02-28"],
  ["1985-02-28", "1985-02-28"],
  ["вчера", "вчера"],
])("§5.2 a date written as «%s» is read as %s", (written, iso) => {
  expect(toIsoDate(written)).toBe(iso);
});

test("§5.2 a day that doesn't exist is invalid", () => {
  expect(["1985-02-28", "1984-02-29", "1985-02-29", "1985-13-01", "31.02.1985"].map(isCalendarDate)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(toRussianDate("1985-02-28")).toBe("28.02.1985");
});

function openDate(written = "") {
  const result = { initialValue: { birth_date: written } };
  render(<DateField shell={{ id: "f", result }} name="birth_date" label="Дата" min="1900-01-01" max="2025-01-01" />);
  const field = screen.getByLabelText<HTMLInputElement>("Дата");
  return { field, look: () => [field.type, field.value] };
}

/** Inserts a text at once, as keyboards do; jsdom lacks the other event that browsers may send for it. */
function putIn(field: HTMLInputElement, data: string) {
  return !fireEvent.compositionEnd(field, { data, cancelable: true });
}

it("§5.2 a sent date is shown in the Russian format, and is a date input while it has the focus", async () => {
  const { field, look } = openDate("1985-02-28");
  expect(look()).toEqual(["text", "28.02.1985"]);
  await userEvent.click(field);
  expect(look()).toEqual(["date", "1985-02-28"]);
  await userEvent.tab();
  expect(look()).toEqual(["text", "28.02.1985"]);
  await userEvent.clear(field);
  await userEvent.tab();
  expect(look()).toEqual(["text", ""]);
});

it("§5.2 an invalid date stays to be corrected", async () => {
  const { field, look } = openDate("31.02.1985");
  await userEvent.click(field);
  expect(look()).toEqual(["text", "31.02.1985"]);
});

it("§5.2 a date out of range stays a date input, whose error the browser shows", async () => {
  const { field, look } = openDate();
  await userEvent.click(field);
  fireEvent.change(field, { target: { value: "2031-01-01" } });
  await userEvent.tab();
  expect(look()).toEqual(["date", "2031-01-01"]);
});

test.each([
  ["28.02.1985", ["date", "1985-02-28"]],
  [" 1985-02-28 ", ["date", "1985-02-28"]],
  ["28021985", ["date", "1985-02-28"]],
  ["31.02.1985", ["text", "31.02.1985"]],
])("§5.2 «%s» put into the date input at one stroke isn't lost", async (written, after) => {
  const { field, look } = openDate();
  await userEvent.click(field);
  let told = 0;
  field.addEventListener("input", () => {
    told += 1;
  });
  expect(putIn(field, written)).toBe(true);
  expect(look()).toEqual(after);
  expect(told).toBe(1);
});

it("§5.2 single keys are left to the date input", async () => {
  const { field, look } = openDate("1985-02-28");
  await userEvent.click(field);
  expect(putIn(field, "3")).toBe(false);
  expect(look()).toEqual(["date", "1985-02-28"]);
});

test("§5.16 §8.8 size and type of a scan are checked by browser and server alike", () => {
  expect(findScanError({ size: 10 * MB, type: "image/heic" })).toBeUndefined();
  expect(findScanError({ size: 100, type: "" })).toBeUndefined();
  expect(findScanError({ size: 10 * MB + 1, type: "image/png" })).toMatch(/превышает допустимый/);
  expect(findScanError({ size: 100, type: "text/html" })).toMatch(/PDF/);
  expect([500, 320 * 1024, 4.25 * MB].map(formatSize)).toEqual(["1\u00a0КБ", "320\u00a0КБ", "4,3\u00a0МБ"]);
});

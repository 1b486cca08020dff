import { render } from "@testing-library/react";
import type { ReactElement } from "react";
import { expect, test } from "vitest";
import { HeldPoints } from "../../app/features/points/held-points";
import { AddedTable } from "../../app/features/points/points-tables";
import { StatementSheet } from "../../app/features/points/statement-sheet";

/** The texts of an element, with ordinary spaces. */
function read(element: ReactElement): string {
  return (render(element).container.textContent ?? "").replace(/\s+/g, " ");
}

test("§3.10 the next three days on which points can be spent are named, and the rest by its last day", () => {
  const text = read(
    <HeldPoints
      days={[
        { date: "05.12.26", points: 321 },
        { date: "06.12.26", points: 42 },
        { date: "07.12.26", points: 10 },
        { date: "08.12.26", points: 7 },
        { date: "20.12.26", points: 5 },
      ]}
    />,
  );
  expect(text).toContain("Станет доступен 05.12.26: 321 балл");
  expect(text).toContain("Станут доступны 06.12.26: 42 балла");
  expect(text).not.toContain("08.12.26");
  expect(text).toContain("Позже, до 20.12.26: 12 баллов");
});

const entry = {
  id: "1",
  date: "21.11.26",
  action: "Покупка",
  sum: 50,
  order: "",
  rowActions: [],
  rowSums: [],
  days: "",
};

test("§3.10 an accrual says from which day its points can be spent", () => {
  const accruals = read(
    <AddedTable
      participant="member"
      rows={[
        { ...entry, availableOn: "05.12.26" },
        { ...entry, id: "2", action: "Приглашение", availableOn: "" },
      ]}
    />,
  );
  expect(accruals.match(/Можно потратить с 05\.12\.26/g)).toHaveLength(1);
});

test("§3.10 a row of the statement says from which day its points can be spent", () => {
  const row = { id: "1", date: "21.11.26", reason: "Продажи", action: "Покупка", order: "", amount: 50, balance: 50 };
  const entries = [
    { ...row, availableOn: "05.12.26" },
    { ...row, id: "2", availableOn: "" },
  ];
  const sheet = read(<StatementSheet statement={{ opening: 0, closing: 100, added: 100, spent: 0, entries }} />);
  expect(sheet.match(/Можно потратить с 05\.12\.26/g)).toHaveLength(1);
});

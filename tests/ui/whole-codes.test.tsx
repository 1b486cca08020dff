import { createRemixStub } from "@remix-run/testing";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { DealsTable } from "../../app/features/deals/deals-table";
import { AddedTable } from "../../app/features/points/points-tables";
import { WholeCodes } from "../../app/ui/lazy/whole-codes";

/** The texts that no line may end in. */
const listWhole = (element: Element) => [...element.querySelectorAll(".no-break")].map((code) => code.textContent);

test.each([
  ["Фильтр масляный OF-1234-AB", ["OF-1234-AB"]],
  ["Масло 5W-30, канистра", ["5W-30"]],
  ["Отозвано: колодки (BP/210-K)", ["BP/210-K"]],
  ["Комплект A-1 и B-2", ["A-1", "B-2"]],
  ["Щётка-скребок, 12\u00a0шт.", []],
  // Nothing of this length has to fit on a line of a phone.
  ["OF-1234-1234-1234-1234-1234-1234", []],
])("§3.10 the codes in «%s» stay on one line, and the text is the same", (text, codes) => {
  const { container } = render(<WholeCodes>{text}</WholeCodes>);
  expect(container.textContent).toBe(text);
  expect(listWhole(container)).toEqual(codes);
  // A card of a table lays out the parts of its values: the text is one of them.
  expect(container.childNodes).toHaveLength(1);
});

test("§3.10 §8.1 a word of a million letters is looked through once, and stays as it is", () => {
  const text = `Фильтр ${"Щ".repeat(1_000_000)} OF-1234-AB`;
  const { container } = render(<WholeCodes>{text}</WholeCodes>);
  expect(container.textContent).toHaveLength(text.length);
  expect(listWhole(container)).toEqual(["OF-1234-AB"]);
});

const deal = { id: "1", date: "01.05.26", who: "Климов", inn: "770020003638", company: "Ось", count: 1, points: 2 };
const entry = { id: "2", date: "01.05.26", sum: 2, order: "", days: "", availableOn: "", rowActions: [], rowSums: [] };

function Page() {
  return (
    <main>
      <DealsTable
        viewer="manager"
        deals={[{ ...deal, code: "OF-1012-A", name: "Фильтр OF-1012-A", accrual: "" }]}
        empty={null}
      />
      <AddedTable rows={[{ ...entry, action: "01.05: Свеча W16-EX, 1 шт." }]} participant={null} />
    </main>
  );
}

test("§3.10 codes and counts stay on one line in a table of sales and in the history of points, also within a name", () => {
  const Stub = createRemixStub([{ path: "/", Component: Page }]);
  render(<Stub />);
  expect(listWhole(screen.getByRole("main"))).toEqual(["OF-1012-A", "OF-1012-A", "W16-EX"]);
  expect(screen.getByRole("main").textContent).toContain("1\u00a0шт.");
});

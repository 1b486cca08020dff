import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { Table } from "../../console/ui/table";

const columns = [
  { title: "Имя", isNumber: false },
  { title: "Баллы", isNumber: true },
];
const anna = { cells: ["Анна", "5"], link: { card: "person", id: "7" } };

/** The cells of a console's table, and what stands around it. */
function show(rows: readonly object[], total?: number) {
  const table = { columns, rows, ...(total !== undefined && { total }) };
  const { container, unmount } = render(<Table table={table as never} caption="Участники" />);
  const cells = [...container.querySelectorAll("tbody tr > *")].map(({ textContent }) => textContent);
  const links = [...container.querySelectorAll("a")].map(
    (link) => `${link.textContent} → ${link.getAttribute("href")}`,
  );
  const paragraphs = [...container.querySelectorAll("p")].map(({ textContent }) => textContent);
  unmount();
  return { cells, links, paragraphs };
}

test("architecture: a row of the console leads to its card by its first cell, also where that is empty", () => {
  expect(show([anna]).links).toEqual(["Анна → /cards/person/7"]);
  expect(show([{ ...anna, cells: ["", "5"] }])).toMatchObject({ links: ["Открыть → /cards/person/7"] });
  expect(show([{ cells: ["", ""] }])).toMatchObject({ links: [], cells: ["—", "—"] });
});

test("architecture: a table of the console says when it is empty, and when it isn't the whole list", () => {
  expect(show([]).paragraphs).toEqual(["Ничего нет."]);
  expect([show([anna], 1).paragraphs, show([anna]).paragraphs]).toEqual([[], []]);
  expect(show([anna], 12).paragraphs).toEqual(["Показано строк: 1 из 12."]);
});

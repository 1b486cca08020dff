import { createRemixStub } from "@remix-run/testing";
import { render, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { Odometer } from "../../app/ui/core/odometer";
import { Chart, findScaleTop } from "../../app/ui/lazy/chart";
import { Feed } from "../../app/ui/lazy/feed";
import { listPageNumbers, Pagination } from "../../app/ui/lazy/pagination";
import { type Column, DataTable } from "../../app/ui/lazy/table";

type Deal = { id: number; product: string; points: number };

const columns: Column<Deal>[] = [
  { key: "product", header: "Товар", main: true, cell: (deal) => deal.product },
  { key: "points", header: "Баллы", align: "end", cell: (deal) => deal.points },
  { key: "acts", header: "Действия", bare: true, cell: () => <button type="button">Скачать</button> },
];

function renderTable(rows: Deal[], details?: (deal: Deal) => string | null) {
  return render(
    <DataTable
      caption="Сделки"
      columns={columns}
      rows={rows}
      rowKey={(deal) => deal.id}
      details={details}
      empty={<p>Сделок пока нет</p>}
    />,
  );
}

describe("table", () => {
  it("§3.10 has exactly the columns it is given, each value labelled for the cards of a phone", () => {
    renderTable([{ id: 1, product: "Фильтр", points: 240 }]);
    const table = screen.getByRole("table", { name: "Сделки" });
    const heads = within(table).getAllByRole("columnheader");
    expect(heads.map((head) => head.textContent)).toEqual(["Товар", "Баллы", "Действия"]);
    expect(within(table).getByRole("rowheader").textContent).toBe("Фильтр");
    const cells = within(table).getAllByRole("cell");
    expect(cells.map((cell) => cell.getAttribute("data-label"))).toEqual(["Баллы", null]);
  });

  it("§3.10 shows what belongs to a row under it, across all columns", () => {
    const rows = [
      { id: 1, product: "Фильтр", points: 1 },
      { id: 2, product: "Свеча", points: 2 },
    ];
    renderTable(rows, (deal) => (deal.id === 2 ? "Точки" : null));
    const more = screen.getByText("Точки");
    expect(more.getAttribute("colspan")).toBe("3");
    expect(screen.getAllByRole("row")).toHaveLength(4);
  });

  it("§3.10 gives its place to the empty state when there are no rows", () => {
    renderTable([]);
    expect(screen.queryByRole("table")).toBeNull();
    expect(screen.getByText("Сделок пока нет")).toBeTruthy();
  });
});

function MiddlePage() {
  return <Pagination page={2} total={30} perPage={10} />;
}

function SecondOfAdded() {
  return <Pagination page={2} total={50} perPage={20} param="added" without="entry" anchor="added" />;
}

function OnlyPage() {
  return <Pagination page={1} total={10} perPage={10} />;
}

describe("pagination", () => {
  it("§9.1 lists first, last and the neighbours, and never hides a single page behind dots", () => {
    expect(listPageNumbers(1, 2)).toEqual([1, 2]);
    expect(listPageNumbers(3, 5)).toEqual([1, 2, 3, 4, 5]);
    expect(listPageNumbers(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(listPageNumbers(4, 8)).toEqual([1, 2, 3, 4, 5, null, 8]);
    expect(listPageNumbers(5, 12)).toEqual([1, null, 4, 5, 6, null, 12]);
    expect(listPageNumbers(12, 12)).toEqual([1, null, 11, 12]);
  });

  it("§9.1 links keep the other query parameters and the first page has no number", () => {
    const Page = createRemixStub([{ path: "/list", Component: MiddlePage }]);
    render(<Page initialEntries={["/list?q=%D1%81&page=2"]} />);
    const link = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
    expect(link("Страница 1")).toBe("/list?q=%D1%81");
    expect(link("Страница 3")).toBe("/list?q=%D1%81&page=3");
    expect(screen.getByRole("link", { name: "Страница 2" }).getAttribute("aria-current")).toBe("page");
  });

  it("§9.1 links leave out the parameter that chooses a page in another way, and lead to their list", () => {
    const Page = createRemixStub([{ path: "/list", Component: SecondOfAdded }]);
    render(<Page initialEntries={["/list?entry=7&spent=3"]} />);
    const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
    const [first, second, third] = ["", "&added=2", "&added=3"].map((added) => `/list?spent=3${added}#added`);
    expect(links).toEqual([first, first, second, third, third]);
  });

  it("§9.1 is absent when everything fits on one page", () => {
    const Page = createRemixStub([{ path: "/", Component: OnlyPage }]);
    render(<Page />);
    expect(screen.queryByRole("navigation")).toBeNull();
  });
});

describe("odometer", () => {
  function readWindows(container: HTMLElement) {
    return [...container.querySelectorAll("i")].map(
      (digit) =>
        (digit.style.getPropertyValue("--odometer-digit") || "0") +
        (digit.className === "odometer-leading-zero" ? " leading" : ""),
    );
  }

  it("§1.9 says the number in words and shows it by thousands", () => {
    const { container } = render(<Odometer value={12450} label="12 450 баллов" unit="баллов" />);
    expect(container.querySelector(".visually-hidden")?.textContent).toBe("12 450 баллов");
    expect(readWindows(container)).toEqual(["1", "2", "4", "5", "0"]);
    expect([...container.querySelectorAll(".odometer-window > *")].map((part) => part.tagName).join("")).toBe("IIBIII");
    expect(container.querySelectorAll("b")).toHaveLength(1);
  });

  it("§1.9 dims the zeros in front and shows nothing below zero", () => {
    const { container, rerender } = render(<Odometer value={7} label="7 баллов" minDigits={3} />);
    expect(readWindows(container)).toEqual(["0 leading", "0 leading", "7"]);
    rerender(<Odometer value={-5} label="0 баллов" />);
    expect(readWindows(container)).toEqual(["0"]);
  });

  it("§1.9 keeps the window of each place when the number changes, so that the digit rolls", () => {
    const { container, rerender } = render(<Odometer value={95} label="95" />);
    const ones = [...container.querySelectorAll("i")].at(-1);
    rerender(<Odometer value={105} label="105" />);
    expect([...container.querySelectorAll("i")].at(-1)).toBe(ones);
  });
});

describe("feed", () => {
  it("§3.10 says once what entries that follow each other share, anew on each day, and repeats no day on a wide screen", () => {
    const entry = (day: string, partner: string, count: number) => ({ day, partner, count });
    const rows = [
      entry("2 марта", "Ось", 1),
      entry("2 марта", "Ось", 2),
      entry("2 марта", "Вал", 3),
      entry("1 марта", "Вал", 4),
    ];
    render(
      <Feed
        caption="Продажи"
        columns={[{ key: "count", header: "Штук", place: "count", main: true, cell: ({ count }) => count }]}
        rows={rows}
        rowKey={({ count }) => String(count)}
        day={({ day }) => day}
        partner={({ partner }) => partner}
        empty={<p>Пусто</p>}
      />,
    );
    const [, ...shown] = screen.getAllByRole("row").map(({ textContent, className }) => [textContent, className]);
    expect(shown).toEqual([
      ["2 марта Ось", "feed-day"],
      ["1", ""],
      ["2", ""],
      ["2 марта Вал", "feed-day feed-narrow"],
      ["3", ""],
      ["1 марта Вал", "feed-day"],
      ["4", ""],
    ]);
  });
});

describe("chart", () => {
  it("architecture: ends its scale on a round number", () => {
    expect([0, 2, 3, 95, 3100, 6001].map(findScaleTop)).toEqual([2, 2, 4, 100, 4000, 10000]);
  });

  it("architecture: has a name for those who don't see it, and a bar per point", () => {
    const points = [
      { label: "янв", value: 0 },
      { label: "фев", value: 40 },
    ];
    render(<Chart title="Баллы" summary="Баллы по месяцам" points={points} format={String} />);
    const picture = screen.getByRole("img", { name: "Баллы по месяцам" });
    expect([...picture.querySelectorAll("rect")].map((bar) => bar.getAttribute("height"))).toEqual(["0", "200"]);
    // The month that goes on stands out.
    const latest = [...picture.querySelectorAll("rect")].map((bar) => bar.getAttribute("class"));
    expect(latest).toEqual([null, "chart-latest"]);
  });
});

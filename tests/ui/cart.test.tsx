import { createRemixStub } from "@remix-run/testing";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import { type CartLineView, toCartView } from "../../app/features/cart/optimistic-cart";
import { countLines } from "../../app/features/navigation/count-lines";
import CartPage from "../../app/routes/dashboard.gifts.cart";

const cap: CartLineView = {
  id: 1,
  key: "18|L",
  name: "Кепка",
  note: "Размер L",
  count: 2,
  price: 600,
  sum: 1200,
  physical: false,
  unavailable: false,
  removed: false,
};
const topUp: CartLineView = { ...cap, id: 2, key: "2", name: "Пополнение", note: "", count: 1, price: 100, sum: 100 };

let release: () => void = () => undefined;
let posts: Record<string, FormDataEntryValue>[] = [];
afterEach(() => {
  release();
  posts = [];
});

/** Opens the page with a server that replies when `release` is called; the cart is `edited` from then on. */
async function open(
  lines: CartLineView[],
  points: number,
  edited = lines,
  answer: unknown = { done: true },
  more: {
    documentsNeeded?: boolean;
    exceededLimit?: number;
    delivery?: object;
    remembered?: object;
    order?: string;
  } = {},
) {
  let shown = lines;
  const page = () => ({
    view: toCartView(shown),
    basket: "0123456789ab",
    delivery: null,
    order: null,
    documentsNeeded: false,
    documents: { status: "none", reason: "" },
    points,
    mayOrder: true,
    exceededLimit: null,
    mirror: { sealed: "", known: true },
    ...more,
  });
  const Page = createRemixStub([
    {
      path: "/dashboard/gifts/cart",
      Component: CartPage,
      loader: page,
      async action({ request }) {
        posts.push(Object.fromEntries(await request.formData()));
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        shown = edited;
        return answer;
      },
    },
  ]);
  render(<Page initialEntries={["/dashboard/gifts/cart"]} />);
  await screen.findByText("Заказ-наряд");
}

const row = (name: string): HTMLElement => {
  const found = screen.getAllByRole("listitem").find((item) => item.textContent?.includes(name));
  if (!found) throw new Error(`no line ${name}`);
  return found;
};
const total = () => document.querySelector(".work-order-total strong")?.textContent?.replace(/\s/g, " ");
const announced = () => document.querySelector("p[role=status]")?.textContent?.replace(/\s/g, " ");

describe("§4.17 the cart with script", () => {
  it("§4.17 a changed count is shown at once in line, total and order button, before the server replies", async () => {
    await open([cap, topUp], 5000);
    const count = within(row("Кепка")).getByRole("spinbutton");
    await userEvent.clear(count);
    await userEvent.type(count, "3");
    await userEvent.click(within(row("Кепка")).getByRole("button", { name: "Изменить" }));
    await waitFor(() => expect(total()).toBe("1 900 баллов"));
    expect(row("Кепка").textContent?.replace(/\s/g, " ")).toContain("1 800 баллов");
    const order = screen.getByRole("button", { name: /^Заказать 4\sподарка за 1\s900\sбаллов$/ });
    // The button is disabled until the new basket id is known.
    expect(order.getAttribute("aria-disabled")).toBe("true");
    expect(announced()).toBe("Кепка: 3 штуки. Итого 1 900 баллов.");
    expect(posts).toEqual([{ line: "1", cartCount: "3", stay: "1", intent: "count" }]);
  });

  it.each([
    ["1", "1 штука"],
    ["2", "2 штуки"],
    ["5", "5 штук"],
    ["21", "21 штука"],
  ])("§4.17 §9.1 a count changed to %s is announced as «%s»", async (typed, words) => {
    await open([{ ...cap, count: 7 }], 500_000);
    const count = screen.getByRole("spinbutton");
    await userEvent.clear(count);
    await userEvent.type(count, typed);
    await userEvent.click(screen.getByRole("button", { name: "Изменить" }));
    await waitFor(() => expect(announced()).toMatch(new RegExp(`^Кепка: ${words}\\. Итого`)));
  });

  it("§4.17 the server's reply replaces the optimistic cart", async () => {
    await open([cap], 5000, [cap]);
    await userEvent.click(screen.getByRole("button", { name: /^Убрать/ }));
    await waitFor(() => expect(total()).toBe("0 баллов"));
    release();
    await waitFor(() => expect(total()).toBe("1 200 баллов"));
    expect(screen.getByRole("button", { name: /^Заказать 2/ }).getAttribute("aria-disabled")).not.toBe("true");
  });

  it("§4.17 a removed line stays in its place and can be restored; the button keeps the focus, and the change is announced", async () => {
    const removed = { ...cap, removed: true };
    await open([cap, topUp], 5000, [removed, topUp]);
    await userEvent.click(within(row("Кепка")).getByRole("button", { name: "Убрать Кепка" }));
    const back = await within(row("Кепка")).findByRole("button", { name: "Вернуть Кепка" });
    expect(document.activeElement).toBe(back);
    expect(announced()).toBe("Кепка: убрано, можно вернуть. Итого 100 баллов.");
    expect(total()).toBe("100 баллов");
    expect(screen.getByText("1 строка", { normalizer: (text) => text.replace(/\s/g, " ") })).toBeTruthy();
    release();
    await waitFor(() => expect(screen.getByRole("button", { name: /^Заказать 1/ }).ariaDisabled).not.toBe("true"));
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(total()).toBe("1 300 баллов"));
    expect(posts.at(-1)).toEqual({ line: "1", adds: "18|L", stay: "1", intent: "return" });
    expect(within(row("Кепка")).getByRole<HTMLInputElement>("spinbutton").value).toBe("2");
    expect(row("Кепка").textContent).toContain("Размер L");
    expect(document.activeElement).toBe(within(row("Кепка")).getByRole("button", { name: "Убрать Кепка" }));
  });

  it("§4.17 a double click removes the line and doesn't restore it at once", async () => {
    await open([cap], 5000);
    await userEvent.dblClick(screen.getByRole("button", { name: /^Убрать/ }));
    await waitFor(() => expect(posts).toHaveLength(1));
    expect(screen.getByRole("button", { name: "Вернуть Кепка" })).toBeTruthy();
    expect(total()).toBe("0 баллов");
  });

  it("§4.17 too few points are shown before the order, without the order button", async () => {
    await open([cap], 1500);
    expect(screen.getByRole("button", { name: /^Заказать/ })).toBeTruthy();
    const count = screen.getByRole("spinbutton");
    await userEvent.clear(count);
    await userEvent.type(count, "3");
    await userEvent.click(screen.getByRole("button", { name: "Изменить" }));
    await screen.findByText(/^Не хватает 300\sбаллов$/);
    expect(screen.queryByRole("button", { name: /^Заказать/ })).toBeNull();
  });

  it("§4.17 nothing is ordered while a gift is no longer offered, or no pickup point is chosen for a souvenir", async () => {
    const ordered = () => screen.queryByRole("button", { name: /^Заказать/ });
    await open([cap, { ...topUp, unavailable: true, price: 0, sum: 0 }], 5000);
    expect(ordered()).toBeNull();
    cleanup();
    await open([{ ...cap, physical: true }], 5000);
    expect(ordered()).toBeNull();
    cleanup();
    const delivery = { city: "Казань", address: "ул. Ленина, д. 1", code: "KZN11" };
    await open([{ ...cap, physical: true }], 5000, undefined, undefined, { delivery });
    expect(ordered()).not.toBeNull();
  });

  it("§3.8 the pickup point of an earlier order is offered by one press, beside the way to another", async () => {
    await open([{ ...cap, physical: true }], 5000);
    const ways = () => screen.getAllByRole("link", { name: /^Выбрать/ }).map(({ textContent }) => textContent);
    expect(ways()).toEqual(["Выбрать пункт выдачи"]);
    cleanup();
    const remembered = { city: "Казань", address: "ул. Ленина, д. 1", code: "KZN11" };
    await open([{ ...cap, physical: true }], 5000, undefined, undefined, { remembered });
    expect(ways()).toEqual(["Выбрать другой"]);
    const form = screen.getByRole<HTMLButtonElement>("button", { name: "Забрать там же" }).form as HTMLFormElement;
    expect(Object.fromEntries(new FormData(form))).toEqual({ delivery_city: "Казань", cdek_pvz_code: "KZN11" });
  });

  it("§4.18 an unfinished order goes on from the cart, with script on its own page, and nothing is edited before", async () => {
    await open([cap, topUp], 5000, undefined, undefined, { order: "Оформлено 1 из 4." });
    const resume = screen.getByRole<HTMLButtonElement>("button", { name: "Продолжить заказ" });
    expect([resume.name, resume.value, resume.form?.getAttribute("action")]).toEqual([
      "intent",
      "start",
      "/dashboard/gifts/order",
    ]);
    expect(screen.queryByRole("button", { name: /^Убрать|^Очистить/ })).toBeNull();
  });

  it("§8.5 the year's limit is told ahead, and not once the order has been stopped for documents", async () => {
    const ahead = () => screen.queryByText(/^Подарки этого года станут дороже/);
    await open([cap], 5000, undefined, undefined, { exceededLimit: 4000 });
    expect(ahead()).not.toBeNull();
    cleanup();
    await open([cap], 5000, undefined, undefined, { exceededLimit: 4000, documentsNeeded: true });
    expect(ahead()).toBeNull();
    expect(screen.getByText("Нужны документы")).toBeTruthy();
  });

  it("§4.17 the button that empties the cart restores everything", async () => {
    await open([cap, topUp], 5000);
    const clear = screen.getByRole("button", { name: "Очистить корзину" });
    await userEvent.click(clear);
    expect(await screen.findByText("В корзине пусто")).toBeTruthy();
    expect(clear.textContent).toBe("Вернуть всё");
    expect(document.activeElement).toBe(clear);
    expect(screen.getAllByRole("button", { name: /^Вернуть / })).toHaveLength(3);
    expect(announced()).toContain("Корзина пуста, всё можно вернуть.");
  });

  it("§4.17 an edit whose reply was lost changes nothing and shows an error", async () => {
    await open([cap], 5000, [cap], { skipRevalidation: true, lost: true });
    await userEvent.click(screen.getByRole("button", { name: /^Убрать/ }));
    await waitFor(() => expect(posts).toHaveLength(1));
    release();
    expect((await screen.findByRole("alert")).textContent).toContain("Связь прервалась");
    expect(total()).toBe("1 200 баллов");
  });
});

describe("§2.3.2 the number of lines in the header", () => {
  const form = (fields: [string, string][]) => {
    const formData = new FormData();
    for (const [name, value] of fields) formData.append(name, value);
    return { formData };
  };
  it("§2.3.2 includes pending forms, and counts nothing twice that the server has counted already", () => {
    expect(countLines(["18|L", "2"], [])).toBe(2);
    expect(countLines([], [form([["adds", "18|L"]]), form([["adds", "18|L"]]), form([["adds", "19|"]])])).toBe(2);
    expect(countLines(["18|L"], [form([["adds", "18|L"]])])).toBe(1);
    const clear = form([
      ["removes", "18|L"],
      ["removes", "2"],
    ]);
    expect(countLines(["18|L", "2"], [clear, {}])).toBe(0);
  });
});

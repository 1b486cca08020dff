// @vitest-environment jsdom
import { redirect } from "@remix-run/node";
import { createRemixStub } from "@remix-run/testing";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Menu } from "../../app/ui/core/shell/menu";

afterEach(cleanup);

const ITEMS = [
  { to: "/", label: "Главная" },
  { to: "/promo/", label: "Акции" },
  { to: "/dashboard/gifts/", label: "Подарки" },
];

const Page = () => <Menu items={ITEMS} label="Разделы" />;

/** The marked items of the menu on a page. */
function listCurrent(path: string): (string | null)[] {
  const Stub = createRemixStub([{ path: "*", Component: Page }]);
  render(<Stub initialEntries={[path]} />);
  const current = screen.queryAllByRole("link", { current: "page" }).map((link) => link.textContent);
  cleanup();
  return current;
}

test("§2.2.1 the menu marks the page that is open, with and without the final slash, and the section of a page below it", () => {
  expect(listCurrent("/")).toEqual(["Главная"]);
  for (const path of ["/promo", "/promo/", "/promo/1/", "/promo/1"]) expect(listCurrent(path)).toEqual(["Акции"]);
  expect(listCurrent("/dashboard/gifts/cart?from=phone")).toEqual(["Подарки"]);
  expect(listCurrent("/promotions")).toEqual([]);
});

test.each(["/promo", "/promo/"])(
  "§2.2.1 after a redirect to %s the menu marks the page that it led to",
  async (target) => {
    const Stub = createRemixStub([
      { path: "/old", loader: () => redirect(target) },
      { path: "*", Component: Page },
    ]);
    render(<Stub initialEntries={["/old"]} />);
    const current = await screen.findByRole("link", { current: "page" });
    expect(current.textContent).toBe("Акции");
  },
);

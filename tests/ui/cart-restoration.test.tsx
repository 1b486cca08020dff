import { Link, Outlet, useLoaderData } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import { CartMirror } from "../../app/features/cart/cart-mirror";
import { CartRestoration } from "../../app/features/cart/cart-restoration";
import { STORED_CART_KEY } from "../../app/lib/stored-cart";

let posts: Record<string, FormDataEntryValue>[] = [];
afterEach(() => {
  posts = [];
  localStorage.clear();
});

/** Whether the request has brought a cart, as the root knows it. */
function Site() {
  const hasNoCart = useLoaderData<boolean>();
  return (
    <>
      {hasNoCart ? <CartRestoration /> : <p>В корзине: 1</p>}
      <Link to="/rules">Дальше</Link>
      <Outlet />
    </>
  );
}

const PointsPage = () => <h1>Баллы</h1>;
const RulesPage = () => <h1>Правила</h1>;
const CartPage = () => <h1>Корзина</h1>;

/** Opens a page other than the cart's. @param reply of the server to the stored cart */
function openPage(reply: "restored" | "refused" | "lost", hasNoCart = true) {
  let isLost = hasNoCart;
  const Portal = createRemixStub([
    {
      id: "root",
      path: "/",
      Component: Site,
      loader: () => isLost,
      children: [
        { path: "dashboard/points", Component: PointsPage },
        { path: "rules", Component: RulesPage },
        {
          path: "dashboard/gifts/cart",
          Component: CartPage,
          async action({ request }) {
            posts.push(Object.fromEntries(await request.formData()));
            if (reply === "lost") return { skipRevalidation: true, lost: true };
            if (reply === "restored") isLost = false;
            return { done: true };
          },
        },
      ],
    },
  ]);
  render(<Portal initialEntries={["/dashboard/points"]} />);
}

describe("the cart of local storage", () => {
  it("§4.17 §4.19 is restored on any page, which stays; it is asked for once", async () => {
    localStorage.setItem(STORED_CART_KEY, "sealed");
    openPage("restored");
    await screen.findByText("В корзине: 1");
    expect(screen.getByRole("heading").textContent).toBe("Баллы");
    expect(posts).toEqual([{ intent: "restore", sealed: "sealed", stay: "1" }]);
    expect(localStorage.getItem(STORED_CART_KEY)).toBe("sealed");
  });

  it("§4.17 is forgotten when the server refuses it, such as another participant's", async () => {
    localStorage.setItem(STORED_CART_KEY, "sealed");
    openPage("refused");
    await waitFor(() => expect(localStorage.getItem(STORED_CART_KEY)).toBeNull());
    await userEvent.click(await screen.findByText("Дальше"));
    await screen.findByText("Правила");
    expect(posts).toHaveLength(1);
  });

  it("§4.17 is kept for a later page when the reply is lost", async () => {
    localStorage.setItem(STORED_CART_KEY, "sealed");
    openPage("lost");
    await waitFor(() => expect(posts).toHaveLength(1));
    await userEvent.click(await screen.findByText("Дальше"));
    await screen.findByText("Правила");
    expect(localStorage.getItem(STORED_CART_KEY)).toBe("sealed");
    expect(posts).toHaveLength(1);
  });

  it("§4.17 isn't asked for while there is none, or while the request brings a cart", async () => {
    openPage("restored");
    await screen.findByText("Баллы");
    // The first page has looked into the storage when it is gone.
    cleanup();
    localStorage.setItem(STORED_CART_KEY, "older");
    openPage("restored", false);
    await screen.findByText("В корзине: 1");
    expect(posts).toEqual([]);
  });
});

describe("the copy of the cart in local storage", () => {
  it("§4.17 §4.19 follows the cart of the request, goes with an emptied one, and stays when the request brings none", () => {
    const copy = () => localStorage.getItem(STORED_CART_KEY);
    const { rerender } = render(<CartMirror sealed="first" known />);
    expect(copy()).toBe("first");
    rerender(<CartMirror sealed="second" known />);
    expect(copy()).toBe("second");
    // It is what the next page restores.
    rerender(<CartMirror sealed="" known={false} />);
    expect(copy()).toBe("second");
    rerender(<CartMirror sealed="" known />);
    expect(copy()).toBeNull();
  });
});

import { createRemixStub } from "@remix-run/testing";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SouvenirForm } from "../../app/features/gifts/souvenir-form";
import { Outcome } from "../../app/ui/core/shell/outcome";
import { releaseTimers, stopTimers } from "../setup/still-timers";

// The button says for two seconds that the gift is in the cart.
beforeEach(stopTimers);
afterEach(releaseTimers);

const cap = {
  id: "18",
  handler: "souvenir" as const,
  name: "Кепка",
  description: "",
  picture: "",
  price: 600,
  hasChoice: false,
  asksOnPage: false,
  obstacle: "",
  sizes: [
    { value: "S", inStock: true },
    { value: "L", inStock: true },
  ],
};

const CapForm = () => (
  <>
    <Outcome notice={null} />
    <SouvenirForm gift={cap} query="?enough=1" />
  </>
);

/** Opens the form with a server that replies to each press when the test says so. */
function open(answer: () => unknown) {
  const posts: { fields: Record<string, FormDataEntryValue>; release: () => void }[] = [];
  const Page = createRemixStub([
    { path: "/dashboard/gifts", Component: CapForm },
    {
      path: "/dashboard/gifts/:id",
      async action({ request }) {
        const fields = Object.fromEntries(await request.formData());
        await new Promise<void>((release) => posts.push({ fields, release }));
        return answer();
      },
    },
  ]);
  render(<Page initialEntries={["/dashboard/gifts"]} />);
  return { posts, user: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }) };
}

it("§4.17 the button shows that the gift is being added, then that it is in the cart, then its label again", async () => {
  const { posts, user } = open(() => ({
    done: true,
    notice: { kind: "success", title: "Подарок в корзине", text: "Кепка." },
  }));
  const button = await screen.findByRole("button", { name: "В корзину Кепка" });
  await user.selectOptions(screen.getByLabelText("Размер"), "L");
  await user.click(button);
  await waitFor(() => expect(button.textContent).toBe("Добавляем… Кепка"));
  expect(button.getAttribute("aria-busy")).toBe("true");
  await waitFor(() => expect(posts).toHaveLength(1));
  expect(posts[0]?.fields).toEqual({ prize_id: "18", cartCount: "1", size: "L", adds: "18|L", stay: "1" });
  posts[0]?.release();
  await waitFor(() => expect(button.textContent).toBe("✓ В корзине Кепка"));
  await waitFor(() => expect(screen.getByRole("status").textContent).toContain("Подарок в корзинеКепка."));
  expect(document.activeElement).toBe(button);
  await waitFor(() => expect(button.textContent).toBe("В корзину Кепка"));
});

it("§4.17 two quick presses send two requests at once", async () => {
  const { posts, user } = open(() => ({ done: true }));
  await user.selectOptions(await screen.findByLabelText("Размер"), "S");
  await user.dblClick(screen.getByRole("button", { name: /Кепка/ }));
  await waitFor(() => expect(posts.map(({ fields }) => fields.size)).toEqual(["S", "S"]));
  posts[1]?.release();
  await waitFor(() => expect(screen.getByRole("button", { name: /Кепка/ }).textContent).toContain("✓ В корзине"));
  posts[0]?.release();
});

it("§4.17 a refusal is shown at the form, and the button has its label again", async () => {
  const { posts, user } = open(() => ({ status: "error", error: { size: ["Размер L закончился. Выберите другой."] } }));
  await user.selectOptions(await screen.findByLabelText("Размер"), "L");
  await user.click(screen.getByRole("button", { name: /Кепка/ }));
  await waitFor(() => expect(posts).toHaveLength(1));
  posts[0]?.release();
  expect((await screen.findByRole("alert")).textContent).toContain("Размер L закончился");
  expect(screen.getByRole("button", { name: /Кепка/ }).textContent).toBe("В корзину Кепка");
  expect(screen.getByLabelText("Размер").getAttribute("aria-invalid")).toBe("true");
});

it("§4.17 without script it is a plain form to the gift's address, which leads back to the same filter", () => {
  const Page = createRemixStub([{ path: "/", Component: CapForm }]);
  const html = renderToString(<Page />);
  expect(html).toContain('method="post" action="/dashboard/gifts/18?enough=1"');
  expect(html).not.toContain('name="stay"');
});

let shown = cap;
const ShownForm = () => <SouvenirForm gift={shown} query="" />;

it("§1.6 §3.7 a souvenir can be added while one of its sizes is there, and not when all have run out", () => {
  const Page = createRemixStub([{ path: "/", Component: ShownForm }]);
  const show = (...inStock: boolean[]) => {
    shown = { ...cap, sizes: inStock.map((one, index) => ({ value: `S${index}`, inStock: one })) };
    return renderToString(<Page />);
  };
  expect(show(true, false)).toContain("В корзину");
  expect(show(true, false)).not.toContain("нет в наличии");
  expect(show(false, false)).toContain("Сейчас нет в наличии.");
  expect(show(false, false)).not.toContain("В корзину");
});

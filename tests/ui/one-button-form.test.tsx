import { createRemixStub } from "@remix-run/testing";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import EntryPage from "../../app/routes/entry";

let sent = 0;
beforeEach(() => {
  sent = 0;
});

/** The page of an entry link, for a guest or for somebody who is logged in. */
async function open(isLoggedIn: boolean, refusal?: string) {
  const Stub = createRemixStub([
    {
      id: "entry",
      path: "/entry",
      Component: EntryPage,
      loader: () => ({ hasToken: true, isLoggedIn }),
      action: () => {
        sent += 1;
        return refusal ? { error: { "": [refusal] } } : null;
      },
    },
  ]);
  render(<Stub initialEntries={["/entry"]} />);
  return screen.findByRole("button", { name: "Войти в клуб" });
}

it("§2.4.5 a guest's page logs in by itself, once, also where the link is refused", async () => {
  await open(false, "Ссылка уже использована.");
  expect(await screen.findByText("Ссылка уже использована.")).not.toBe(null);
  expect(sent).toBe(1);
});

it("§2.4.5 whoever is logged in becomes somebody else only by a press", async () => {
  const button = await open(true);
  expect(screen.getByText(/Вы уже в клубе/)).not.toBe(null);
  expect(sent).toBe(0);
  await userEvent.click(button);
  await waitFor(() => expect(sent).toBe(1));
});

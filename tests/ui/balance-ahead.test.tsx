import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { BalanceAhead } from "../../app/features/gifts/balance-ahead";
import { CountField } from "../../app/features/gifts/count-field";
import type { GiftGroup } from "../../app/features/gifts/gift-view";

const gifts = [
  { id: "1", price: 300 },
  { id: "2", price: 1_000 },
];

/** The form of a gift, without the other fields. */
function open(points: number | null, choices = gifts, count?: string) {
  const group = { handler: "phone", picture: "", gifts: choices } as unknown as GiftGroup;
  const result = count === undefined ? null : { status: "error" as const, initialValue: { cartCount: count } };
  render(
    <>
      <BalanceAhead formId="gift" group={group} points={points} isPaidByAgent={false} />
      <form id="gift">
        {choices.map(({ id }) => (
          <input key={id} type="radio" name="prize_id" value={id} aria-label={id} />
        ))}
        <CountField shell={{ id: "gift", result }} />
      </form>
    </>,
  );
  return userEvent.setup();
}

const rest = () => screen.getByRole("status").textContent?.replaceAll("\u00a0", " ");
const button = (name: string) => screen.getByRole("button", { name });
const isOff = (name: string) => button(name).getAttribute("aria-disabled") === "true";

it("§1.6 what will remain follows the gift that is chosen and its pieces, typed or stepped", async () => {
  const { click, clear, type } = open(2_100);
  expect(rest()).toBe("");
  await click(screen.getByRole("radio", { name: "2" }));
  expect(rest()).toBe("Останется 1 100 баллов.");
  await click(button("На одну больше"));
  expect(rest()).toBe("Останется 100 баллов.");
  await click(button("На одну больше"));
  expect(rest()).toBe("Не хватает 900 баллов.");
  await click(screen.getByRole("radio", { name: "1" }));
  expect(rest()).toBe("Останется 1 200 баллов.");
  const count = screen.getByRole("spinbutton");
  await clear(count);
  expect(rest()).toBe("");
  await type(count, "7");
  expect(rest()).toBe("Останется 0 баллов.");
});

it("§1.6 a balance that isn't known has no rest", async () => {
  const { click } = open(null);
  await click(screen.getByRole("radio", { name: "2" }));
  expect(rest()).toBe("");
});

it("§4.17 the pieces have a button less at one and a button more at 99", async () => {
  const { click } = open(0, gifts, "98");
  expect([isOff("На одну меньше"), isOff("На одну больше")]).toEqual([false, false]);
  await click(button("На одну больше"));
  expect([isOff("На одну меньше"), isOff("На одну больше")]).toEqual([false, true]);
  await click(button("На одну больше"));
  expect(screen.getByRole<HTMLInputElement>("spinbutton").value).toBe("99");
});

it("§4.17 one piece can't become none", async () => {
  const { click } = open(0);
  expect(isOff("На одну меньше")).toBe(true);
  await click(button("На одну меньше"));
  expect(screen.getByRole<HTMLInputElement>("spinbutton").value).toBe("1");
});

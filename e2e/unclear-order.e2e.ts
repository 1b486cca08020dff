import type { Page } from "@playwright/test";
import type { FaultyUpstream } from "../tests/faults/faulty-upstream";
import { logInByRequest, readBalance } from "./setup/participant";
import { test as base, expect } from "./setup/test";
import { addTopUps } from "./setup/top-ups";

const test = base.extend<{ upstream: FaultyUpstream }>({
  upstream: async ({ keyless }, use) => {
    keyless.upstream.fail(null);
    await use(keyless.upstream);
  },
  baseURL: async ({ keyless }, use) => use(keyless.origin),
});

const EXCHANGE = /\/prize\/exchange/;

/** Opens the cart with top-ups of 100 points each. Returns the balance. */
async function fillCart(page: Page, units: number): Promise<number> {
  await logInByRequest(page, "79000000122");
  await page.request.post("/banner", { form: { to: "/dashboard/gifts" } });
  await addTopUps(page, units);
  await page.goto("/dashboard/gifts/cart");
  return readBalance(page);
}

const countExchanges = (upstream: FaultyUpstream) =>
  upstream.takeRequests().filter((request) => EXCHANGE.test(request)).length;

async function expectOrdered(page: Page, units: number, balance: number) {
  await expect(page.getByText(new RegExp(`Заказано: ${units}\\s`))).toBeVisible();
  await expect.poll(() => readBalance(page)).toBe(balance - units * 100);
}

test("§4.18 an upstream without idempotency keys loses every reply: each unit is found among the spent points and ordered once @js", async ({
  page,
  upstream,
}) => {
  const balance = await fillCart(page, 2);
  upstream.takeRequests();
  upstream.fail("lost-reply", EXCHANGE);
  await page.getByRole("button", { name: /^Заказать/ }).click();
  await expectOrdered(page, 2, balance);
  expect(countExchanges(upstream)).toBe(2);
});

test("§4.18 a unit that can't be found is asked about after a minute, and sent again only when the participant says so", async ({
  page,
  upstream,
  keyless,
  javaScriptEnabled,
}) => {
  const balance = await fillCart(page, 1);
  upstream.takeRequests();
  upstream.fail(502, EXCHANGE);
  await page.getByRole("button", { name: /^Заказать/ }).click();
  await expect(page.getByText("сами мы его ещё раз не закажем")).toBeVisible();
  const question = page.getByText("Оформлен ли этот подарок?");
  await expect(question).toBeHidden();
  keyless.passTime(60_000);
  // Without script the page loads itself again every 15 seconds.
  await expect(question).toBeVisible({ timeout: 60_000 });
  await expect(page.locator("main").getByRole("link", { name: "Баллы" })).toBeVisible();
  expect(countExchanges(upstream)).toBe(1);
  upstream.fail(null);
  await page.getByRole("button", { name: "Не оформлен, заказать ещё раз" }).click();
  if (!javaScriptEnabled) await page.getByRole("button", { name: "Продолжить заказ" }).click();
  await expectOrdered(page, 1, balance);
  expect(countExchanges(upstream)).toBe(1);
});

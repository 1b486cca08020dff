import type { Page, Route } from "@playwright/test";
import { hydrate } from "./setup/hydrate";
import { logInByRequest, readBalance } from "./setup/participant";
import { expect, test } from "./setup/test";
import { addTopUps } from "./setup/top-ups";

/** No other test uses this participant, so there are enough points and the year's limit is not reached. */
const BUYER = "79000000122";
const CART = "/dashboard/gifts/cart";
const ORDER = "/dashboard/gifts/order";

test.beforeEach(async ({ page }) => {
  await logInByRequest(page, BUYER);
  // The club's message would cover the pages of this test.
  await page.request.post("/banner", { form: { to: "/dashboard/gifts" } });
  await page.request.post(ORDER, { form: { intent: "stop" } });
  await page.request.post(CART, { form: { intent: "clear" } });
});

/** Delays the posts of a page until they are released. */
async function hold(page: Page, address: RegExp) {
  const held: Route[] = [];
  let holds = true;
  await page.route(address, (route) => {
    if (holds && route.request().method() === "POST") held.push(route);
    else void route.continue();
  });
  return {
    held,
    async release() {
      holds = false;
      for (const route of held.splice(0)) await route.continue();
    },
  };
}

const cart = (page: Page) => page.locator(".site-header").getByRole("link", { name: /Корзина/ });
const tag = (page: Page, name: string) => page.getByRole("article").filter({ hasText: name });

test("§4.17 §2.3.2 a click updates the button and the header at once, two clicks add two, a refusal restores the count @js", async ({
  page,
}) => {
  await page.goto("/dashboard/gifts/");
  await hydrate(page);
  await page.clock.install();
  const posts = await hold(page, /\/dashboard\/gifts\/\d+\.data/);
  const thermos = tag(page, "Термос");
  const button = thermos.getByRole("button");
  await expect(page.getByRole("button", { name: "Корзина" })).toBeDisabled();
  await button.click();
  await expect(button).toHaveText(/Добавляем…/);
  await expect(cart(page)).toHaveAccessibleName(/1\sпозиция/);
  await button.click();
  await expect.poll(() => posts.held.length).toBe(2);
  await expect(cart(page)).toHaveAccessibleName(/1\sпозиция/);
  // The button has its label again after two seconds.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  await posts.release();
  await expect(button).toHaveText(/✓ В корзине/);
  await expect(thermos.getByText("В корзине: 2")).toBeVisible();
  await expect(page.locator(".outcome")).toContainText(/Подарок в корзине.*Термос/);
  await expect(cart(page)).toHaveAccessibleName(/1\sпозиция/);
  await page.clock.runFor(2000);
  await expect(button).toHaveText(/^В корзину/);
  await page.clock.resume();

  // The size was on the page but is sold out since.
  const cap = tag(page, "Кепка");
  await page.route(/\/dashboard\/gifts\/\d+\.data/, (route) => {
    const body = route.request().postData()?.replace("L%2FXL", "XXXL");
    return route.request().method() === "POST" ? route.continue({ postData: body }) : route.continue();
  });
  await cap.getByLabel("Размер").selectOption("L/XL");
  await cap.getByRole("button").click();
  await expect(cap.getByRole("alert")).toContainText("Выберите размер");
  await expect(cart(page)).toHaveAccessibleName(/1\sпозиция/);
  await expect(cap.getByRole("button")).toHaveText(/^В корзину/);
});

test("§4.17 a line is removed at once and comes back by «Вернуть», with the keyboard too; the header is updated @js", async ({
  page,
}) => {
  await addTopUps(page, 3);
  await page.goto(CART);
  await hydrate(page);
  const posts = await hold(page, /\/cart\.data/);
  await page.getByRole("button", { name: /^Убрать/ }).focus();
  await page.keyboard.press("Enter");
  const back = page.getByRole("button", { name: /^Вернуть Пополнение/ });
  await expect(back).toBeFocused();
  await expect(page.getByText("В корзине пусто")).toBeVisible();
  await expect(page.getByRole("button", { name: "Корзина" })).toBeDisabled();
  await expect(page.locator("p[role=status]")).toContainText("убрано, можно вернуть");
  await expect.poll(() => posts.held.length).toBe(1);
  await posts.release();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^Убрать/ })).toBeFocused();
  await expect(page.getByRole("button", { name: /^Заказать 3\sподарка за 300\sбаллов$/ })).toBeEnabled();
  await page.reload();
  await expect(page.getByRole("spinbutton")).toHaveValue("3");
  await expect(page.getByText("+7 (900) 123-45-67")).toBeVisible();
});

test("§4.17 without script a removed line stays in its place with a button that restores it @no-js", async ({
  page,
}) => {
  await addTopUps(page, 3);
  await page.goto(CART);
  await page.getByRole("button", { name: /^Убрать/ }).click();
  await expect(page).toHaveURL(/\/cart#line-\d+$/);
  await expect(page.getByText("В корзине пусто")).toBeVisible();
  await page.getByRole("button", { name: /^Вернуть Пополнение/ }).click();
  await expect(page.getByRole("spinbutton")).toHaveValue("3");
  await page.getByRole("button", { name: "Очистить корзину" }).click();
  await page.getByRole("button", { name: "Вернуть всё" }).click();
  await expect(page.getByRole("spinbutton")).toHaveValue("3");
});

test("§4.17 two windows lose no lines: each edit includes those of the other @js", async ({ page, context }) => {
  await addTopUps(page, 1);
  await page.goto(CART);
  await hydrate(page);
  const other = await context.newPage();
  await other.goto("/dashboard/gifts/");
  await hydrate(other);
  await tag(other, "Термос").getByRole("button").click();
  await expect(other.getByText("Подарок в корзине")).toBeVisible();
  await page.getByRole("spinbutton").fill("4");
  await page.getByRole("button", { name: "Изменить" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Термос" })).toBeVisible();
  await expect(page.getByRole("spinbutton").first()).toHaveValue("4");
});

test("§4.17 an edit without a connection shows an error and loses nothing @js", async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/);
  await addTopUps(page, 2);
  await page.goto(CART);
  await hydrate(page);
  await context.setOffline(true);
  await page.getByRole("button", { name: /^Убрать/ }).click();
  await expect(page.getByRole("alert")).toContainText("Связь прервалась");
  await expect(page.getByRole("button", { name: /^Заказать 2/ })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("button", { name: /^Убрать/ }).click();
  await expect(page.getByText("В корзине пусто")).toBeVisible();
});

/** Starts an order of `count` top-ups and delays the posts of its page from the first unit on. */
async function startOrder(page: Page, units: number) {
  await addTopUps(page, units);
  await page.goto(CART);
  await hydrate(page);
  const balance = await readBalance(page);
  const posts = await hold(page, /\/order\.data/);
  const start = page.waitForResponse((response) => response.url().endsWith("/order.data"));
  await page.getByRole("button", { name: /^Заказать/ }).click();
  await expect.poll(() => posts.held.length).toBe(1);
  await posts.held.shift()?.continue();
  await start;
  await expect(page.getByRole("button", { name: "Приостановить" })).toBeVisible();
  await expect.poll(() => posts.held.length).toBe(1);
  return { balance, posts };
}

async function expectDone(page: Page, units: number, balance: number) {
  await expect(page.getByText(new RegExp(`Заказано: ${units}\\s`))).toBeVisible();
  await expect.poll(() => readBalance(page)).toBe(balance - units * 100);
  await expect(page.getByRole("button", { name: "Корзина" })).toBeDisabled();
}

test("§4.18 after a reload an order goes on where it was, and orders nothing twice @js", async ({ page }) => {
  const { balance, posts } = await startOrder(page, 4);
  await posts.held.shift()?.continue();
  await expect(page.locator("output")).toHaveText(/^1 из 4/);
  await expect.poll(() => posts.held.length).toBe(1);
  // The reply of the current unit is lost with the page.
  await Promise.all([page.reload(), posts.release().catch(() => undefined)]);
  await expectDone(page, 4, balance);
});

test("§4.18 a lost connection is reported, and the order goes on by itself when it is back @js", async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/);
  const { balance, posts } = await startOrder(page, 3);
  await context.setOffline(true);
  await posts.release().catch(() => undefined);
  await expect(page.getByText("Связь прервалась")).toBeVisible();
  await expect(page.getByRole("button", { name: "Попробовать сейчас" })).toBeVisible();
  await context.setOffline(false);
  await expectDone(page, 3, balance);
});

test("§4.18 an order is paused and goes on by a click; the pause survives a reload and is shown in the cart @js", async ({
  page,
}) => {
  const { balance, posts } = await startOrder(page, 3);
  const button = page.getByRole("button", { name: "Приостановить" });
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Заказ приостановлен")).toBeVisible();
  await expect(page.getByRole("button", { name: "Продолжить заказ" })).toBeFocused();
  const paused = page.waitForResponse((response) => response.request().postData()?.includes("intent=pause") ?? false);
  await posts.release();
  await paused;
  await page.reload();
  await expect(page.getByText("Заказ приостановлен")).toBeVisible();
  await hydrate(page);
  await page.goto(CART);
  await expect(page.getByText("Заказ не закончен")).toBeVisible();
  const figures = await page.getByText(/Оформлено \d из 3/).textContent();
  expect(figures).not.toContain("3 из 3");
  await page.getByRole("button", { name: "Продолжить заказ" }).click();
  await expectDone(page, 3, balance);
});

test("§4.18 without script an order is paused, resumed and stopped by buttons @no-js", async ({ page }) => {
  await addTopUps(page, 2);
  await page.goto(CART);
  const balance = await readBalance(page);
  // Starts the order with the request of the page's script, and then leaves it.
  const basket = await page.locator("[name=basket]").getAttribute("value");
  await page.request.post(ORDER, { form: { intent: "start", basket: basket ?? "" } });
  await page.goto(ORDER);
  await page.getByRole("button", { name: "Приостановить" }).click();
  await expect(page.getByText("Заказ приостановлен")).toBeVisible();
  await page.getByRole("button", { name: "Остановить заказ" }).click();
  await expect(page).toHaveURL(/\/dashboard\/gifts\/cart$/);
  await expect(page.getByText("Пока ничего не заказано.")).toBeVisible();
  const again = await page.locator("[name=basket]").getAttribute("value");
  await page.request.post(ORDER, { form: { intent: "start", basket: again ?? "" } });
  await page.goto(CART);
  await expect(page.getByText("Заказ не закончен")).toBeVisible();
  await page.getByRole("button", { name: "Продолжить заказ" }).click();
  await expectDone(page, 2, balance);
});

test("§4.17 §4.19 the cart is there on another page: from its cookie, and with script from local storage when the cookie is gone", async ({
  page,
  javaScriptEnabled,
}) => {
  await addTopUps(page, 2);
  await page.goto("/dashboard/points/");
  await expect(cart(page)).toHaveAccessibleName(/1\sпозиция/);
  if (javaScriptEnabled) {
    await page.goto(CART);
    await hydrate(page);
    await expect.poll(() => page.evaluate(() => localStorage.getItem("cart"))).not.toBeNull();
    await page.context().clearCookies({ name: /cart$/ });
    // Nothing is touched: the scripts start for the lost cart.
    await page.goto("/dashboard/points/");
    await expect(cart(page)).toHaveAccessibleName(/1\sпозиция/);
    await expect(page).toHaveURL(/\/dashboard\/points\/$/);
  }
  await page.goto(CART);
  await expect(page.getByRole("spinbutton")).toHaveValue("2");
});

test("§4.17 §4.18 a cart that was ordered isn't restored @js", async ({ page }) => {
  await addTopUps(page, 1);
  await page.goto(CART);
  await hydrate(page);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("cart"))).not.toBeNull();
  await page.getByRole("button", { name: /^Заказать/ }).click();
  await expect(page).toHaveURL(/\/dashboard\/gifts\/?$/);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("cart"))).toBeNull();
  await page.context().clearCookies({ name: /cart$/ });
  await page.goto("/dashboard/points/");
  await hydrate(page);
  await expect(page.getByRole("button", { name: "Корзина" })).toBeDisabled();
});

import type { Page } from "@playwright/test";
import { DEMO_PASSWORD } from "../club/seeds/demo-accounts";
import { hydrate } from "./setup/hydrate";
import { findFaults, lookNarrow, sendEmpty } from "./setup/look";
import { expect, test } from "./setup/test";

const dialogOf = (page: Page) => page.locator("dialog:modal");

/** Presses a link to the page of a dialog, wherever such a link may stand, and waits for what it holds. */
async function openDialog(page: Page, href: string) {
  await page.evaluate((to) => {
    const link = Object.assign(document.createElement("a"), { href: to });
    document.body.append(link);
    link.click();
    link.remove();
  }, href);
  await expect(dialogOf(page).locator("form, .role-choice").first()).toBeVisible();
}

async function closeDialog(page: Page) {
  await page.keyboard.press("Escape");
  await expect(dialogOf(page)).toHaveCount(0);
}

test.beforeEach(async ({ page }) => {
  await lookNarrow(page);
});

/** Dialogs that a link opens, by the address of their page; with a form of which there is an error state to look at. */
const LINKED = {
  "/login": true,
  "/login?mode=email": true,
  "/register": false,
  "/register/manager": true,
  "/register/member": true,
  "/recovery": true,
  "/feedback": true,
  "/activation": true,
};

test("§2.3.3 axe finds nothing in a dialog that a link opens, as it opens and refused, in light and dark @js", async ({
  page,
}) => {
  test.setTimeout(180_000);
  const found: string[] = [];
  await page.goto("/rules/");
  await hydrate(page);
  for (const [href, hasForm] of Object.entries(LINKED)) {
    await openDialog(page, href);
    found.push(...(await findFaults(page, href, "dialog")));
    if (hasForm) {
      await sendEmpty(page, "dialog");
      found.push(...(await findFaults(page, `${href} sent empty`, "dialog")));
    }
    await closeDialog(page);
  }
  await openDialog(page, "/activation");
  await dialogOf(page).getByLabel("Телефон, который вы указали").fill("79150009911");
  await dialogOf(page).getByRole("button", { name: "Получить код" }).click();
  const code = dialogOf(page).getByLabel("Код из СМС");
  await expect(code).toHaveAttribute("autocomplete", "one-time-code");
  found.push(...(await findFaults(page, "code", "dialog")));
  await code.fill("0000");
  await dialogOf(page).getByRole("button", { name: "Подтвердить телефон" }).click();
  await expect(dialogOf(page).getByRole("alert")).toBeFocused();
  found.push(...(await findFaults(page, "wrong code", "dialog")));
  await closeDialog(page);
  expect(found).toEqual([]);
});

test("§2.3.3 §4.4 axe finds nothing in the question about the rules that comes with a log-in, nor in a notice of success @js", async ({
  page,
}) => {
  const found: string[] = [];
  await page.goto("/rules/");
  await hydrate(page);
  await openDialog(page, "/feedback");
  const feedback = dialogOf(page);
  await feedback.getByLabel("Как к вам обращаться").fill("Анна");
  await feedback.getByLabel("E-mail для ответа").fill("anna@example.ru");
  await feedback.getByLabel("Сообщение").fill("Когда придут баллы?");
  await feedback.getByRole("checkbox").check();
  await feedback.getByRole("button", { name: "Отправить сообщение" }).click();
  await expect(page.getByRole("status").filter({ hasText: "рабочих дней" })).toBeVisible();
  await expect(dialogOf(page)).toHaveCount(0);
  found.push(...(await findFaults(page, "notice of success")));

  await openDialog(page, "/login");
  await dialogOf(page).getByLabel("Телефон").fill("79000000007");
  await dialogOf(page).getByLabel("Пароль").fill(DEMO_PASSWORD);
  await dialogOf(page).getByRole("button", { name: "Войти" }).click();
  await expect(page).toHaveURL(/\/dashboard\/profile\/$/);
  const rules = page.getByRole("dialog", { name: "Примите правила программы" });
  await expect(rules.getByRole("button", { name: "Принять правила" })).toBeDisabled();
  await expect(rules.locator("xpath=self::*[@open]")).toBeVisible();
  expect(await rules.evaluate((element) => element.matches(":modal"))).toBe(true);
  found.push(...(await findFaults(page, "rules", "dialog")));
  await rules.getByLabel("Принимаю правила программы").check();
  await expect(rules.getByRole("button", { name: "Принять правила" })).toBeEnabled();
  found.push(...(await findFaults(page, "rules ticked", "dialog")));
  // Escape puts it into the page, where it goes on asking.
  await page.keyboard.press("Escape");
  await expect.poll(() => rules.evaluate((element) => element.matches(":modal"))).toBe(false);
  await expect(rules).toBeVisible();
  expect(found).toEqual([]);
});

import type { Page } from "@playwright/test";
import { DEMO_PASSWORD } from "../club/demo/demo-accounts";
import { hydrate } from "./setup/hydrate";
import { findProblems, submitEmptyForm, useNarrowScreen } from "./setup/screen-checks";
import { expect, test } from "./setup/test";

const dialogOf = (page: Page) => page.locator("dialog:modal");

/** Clicks a link to the page of a dialog, wherever it is on the page, and waits for the dialog. */
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
  // The browser hides the dialog at once, but the page learns of it a moment later, and would close a dialog opened in between.
  await expect(page.locator("dialog")).toHaveCount(0);
}

test.beforeEach(async ({ page }) => {
  await useNarrowScreen(page);
});

/** Dialogs that a link opens, by the path of their page, with a form that has an error state. */
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

test("§2.3.3 dialogs that a link opens pass axe, when opened and with errors, in light and dark @js", async ({
  page,
}) => {
  const found: string[] = [];
  await page.goto("/rules/");
  await hydrate(page);
  for (const [href, hasForm] of Object.entries(LINKED)) {
    await openDialog(page, href);
    found.push(...(await findProblems(page, href, "dialog")));
    if (hasForm) {
      await submitEmptyForm(page, "dialog");
      found.push(...(await findProblems(page, `${href} sent empty`, "dialog")));
    }
    await closeDialog(page);
  }
  await openDialog(page, "/activation");
  await dialogOf(page).getByLabel("Телефон, который вы указали").fill("79150009911");
  await dialogOf(page).getByRole("button", { name: "Получить код" }).click();
  const code = dialogOf(page).getByLabel("Код из СМС");
  await expect(code).toHaveAttribute("autocomplete", "one-time-code");
  found.push(...(await findProblems(page, "code", "dialog")));
  await code.fill("0000");
  await dialogOf(page).getByRole("button", { name: "Подтвердить телефон" }).click();
  await expect(dialogOf(page).getByRole("alert")).toBeFocused();
  found.push(...(await findProblems(page, "wrong code", "dialog")));
  await closeDialog(page);
  expect(found).toEqual([]);
});

test("§2.3.3 §4.4 the rules dialog after login and a success notice pass axe @js", async ({ page }) => {
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
  found.push(...(await findProblems(page, "notice of success")));

  await openDialog(page, "/login");
  await dialogOf(page).getByLabel("Телефон").fill("79000000007");
  await dialogOf(page).getByLabel("Пароль").fill(DEMO_PASSWORD);
  await dialogOf(page).getByRole("button", { name: "Войти" }).click();
  await expect(page).toHaveURL(/\/dashboard\/profile\/$/);
  const rules = page.getByRole("region", { name: "Примите правила программы" });
  const isModal = () => rules.evaluate((element) => element.matches("dialog:modal *"));
  await expect(rules.getByRole("button", { name: "Принять правила" })).toBeDisabled();
  await expect(rules).toBeVisible();
  expect(await isModal()).toBe(true);
  found.push(...(await findProblems(page, "rules", "dialog")));
  await rules.getByLabel("Принимаю правила программы").check();
  await expect(rules.getByRole("button", { name: "Принять правила" })).toBeEnabled();
  found.push(...(await findProblems(page, "rules ticked", "dialog")));
  // Escape moves the question into the page.
  await page.keyboard.press("Escape");
  await expect.poll(isModal).toBe(false);
  await expect(rules).toBeVisible();
  await expect(rules.getByLabel("Принимаю правила программы")).toBeChecked();
  expect(found).toEqual([]);
});

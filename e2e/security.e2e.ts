import type { Page } from "@playwright/test";
import { logInByRequest, submitLogin } from "./setup/participant";
import { expect, test } from "./setup/test";

const SECURITY = "/dashboard/profile/security";
const OLD_PASSWORD = "club-demo-1";
const NEW_PASSWORD = "шестерня-и-вал";

test("§4.1 §4.2 §5.10 a participant changes the password, and logs out elsewhere and everywhere @js", async ({
  page,
  browser,
  server,
}) => {
  const phone = "79000000113";
  // Other tests have logged in as this manager.
  await logInByRequest(page, phone);
  await page.goto(SECURITY);
  await page.getByRole("button", { name: "Выйти на всех устройствах" }).click();
  await expect(page.getByText("Вы вышли на всех устройствах.")).toBeVisible();
  const elsewhere = await browser.newPage({ baseURL: server.origin });
  await logInByRequest(elsewhere, phone);
  await logInByRequest(page, phone);
  const secondTab = await page.context().newPage();
  await secondTab.goto(SECURITY);
  await page.goto("/dashboard/profile/");
  await page.getByRole("link", { name: "Пароль и входы в клуб" }).click();
  // The headings, this device and the other one.
  await expect(page.getByRole("row")).toHaveCount(3);

  await changePassword(page, "not-the-password", NEW_PASSWORD);
  await expect(page.getByRole("alert").first()).toContainText("не нынешний пароль");
  await changePassword(page, OLD_PASSWORD, NEW_PASSWORD);
  await expect(page.getByText("Пароль изменён")).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(2);
  await expectLoggedOut(elsewhere);
  await secondTab.reload();
  await expect(secondTab.getByText("Это устройство")).toBeVisible();
  await secondTab.close();

  await logInByRequest(elsewhere, phone, NEW_PASSWORD);
  await page.goto(SECURITY);
  await page.getByRole("button", { name: /на другом устройстве/ }).click();
  await expect(page.getByText("На том устройстве вход завершён.")).toBeVisible();
  await expectLoggedOut(elsewhere);
  await elsewhere.close();

  await page.getByRole("button", { name: "Выйти на всех устройствах" }).click();
  await expect(page.getByText("Вы вышли на всех устройствах.")).toBeVisible();
  await page.goto("/login");
  await submitLogin(page, phone, NEW_PASSWORD);
  // Other tests log in with the old password.
  await page.goto(SECURITY);
  await changePassword(page, NEW_PASSWORD, OLD_PASSWORD);
  await expect(page.getByText("Пароль изменён")).toBeVisible();
});

async function changePassword(page: Page, current: string, next: string) {
  await page.getByLabel("Нынешний пароль").fill(current);
  await page.getByLabel("Новый пароль").fill(next);
  await page.getByRole("button", { name: "Сменить пароль" }).click();
}

/** The session has been ended from another device: the next page says so. */
async function expectLoggedOut(page: Page) {
  await page.goto("/dashboard/points");
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText("Сессия закончилась. Войдите снова.")).toBeVisible();
}

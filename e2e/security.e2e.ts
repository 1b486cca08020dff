import { logIn, submitLogin } from "./setup/participant";
import { findProblems, useNarrowScreen } from "./setup/screen-checks";
import { expect, test } from "./setup/test";

const SECURITY = "/dashboard/profile/security";

test("§4.2 §5.10 a participant changes the password and logs out elsewhere and everywhere", async ({
  page,
  browser,
  server,
}) => {
  // No other test logs in as this manager.
  const phone = "79000000113";
  const newPassword = "шестерня-и-вал";
  const elsewhere = await browser.newPage({ baseURL: server.origin });
  await logIn(elsewhere, phone);
  await logIn(page, phone);
  await page.getByRole("link", { name: "Пароль и входы в клуб" }).click();
  await expect(page.getByRole("row")).toHaveCount(3);
  await page.getByRole("button", { name: /на другом устройстве/ }).click();
  await expect(page.getByText("На том устройстве вы вышли из клуба.")).toBeVisible();
  await elsewhere.goto("/dashboard/points");
  await expect(elsewhere).toHaveURL(/\/$/);
  await elsewhere.close();

  await page.getByLabel("Нынешний пароль").fill("not-the-password");
  await page.getByLabel("Новый пароль").fill(newPassword);
  await page.getByRole("button", { name: "Сменить пароль" }).click();
  await expect(page.getByRole("alert").first()).toContainText("не нынешний пароль");
  await page.getByLabel("Нынешний пароль").fill("club-demo-1");
  await page.getByLabel("Новый пароль").fill(newPassword);
  await page.getByRole("button", { name: "Сменить пароль" }).click();
  await expect(page.getByText("Пароль изменён")).toBeVisible();

  await page.getByRole("button", { name: "Выйти на всех устройствах" }).click();
  await expect(page.getByText("Вы вышли из клуба на всех устройствах.")).toBeVisible();
  await page.goto("/login");
  await submitLogin(page, phone, newPassword);
  // The next run, with script or without, begins with the old password.
  await page.goto(SECURITY);
  await page.getByLabel("Нынешний пароль").fill(newPassword);
  await page.getByLabel("Новый пароль").fill("club-demo-1");
  await page.getByRole("button", { name: "Сменить пароль" }).click();
  await expect(page.getByText("Пароль изменён")).toBeVisible();
});

test("architecture: the page of password and sessions passes axe and fits a narrow phone @js", async ({ page }) => {
  await useNarrowScreen(page);
  await logIn(page, "79000000003");
  await page.goto(SECURITY);
  expect(await findProblems(page, SECURITY)).toEqual([]);
});

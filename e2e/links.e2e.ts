import type { Page } from "@playwright/test";
import { runClub } from "./setup/club-command";
import { logIn, logInByRequest, readBalance } from "./setup/participant";
import { expect, test } from "./setup/test";

const CURATOR = "79000000001";
const MANAGER = "79000000002";
const MEMBER = "79000000003";

test("§2.4.1 §1.4 an invitation's link opens the prefilled form of its role, and the inviter sees who registered @js", async ({
  page,
  lastMessage,
  server,
}) => {
  const email = "invited.shop@example.ru";
  await logInByRequest(page, MANAGER);
  await page.goto("/dashboard/invite/new");
  await page.getByLabel(/^Магазин или сервис/).check();
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Фамилия").fill("Гостев");
  await page.getByLabel("Имя").fill("Глеб");
  await page.getByRole("button", { name: "Отправить приглашение" }).click();
  await expect(page.getByText("Приглашение создано")).toBeVisible();
  await expect(page.getByRole("table", { name: "Приглашения" })).toContainText(email);

  const link = /\/\?invite=[\w-]+/.exec((await lastMessage(email, "приглашает вас")).text)?.[0] ?? "";
  await page.context().clearCookies();
  await page.goto(server.origin + link);
  await expect(page).toHaveURL(/\/register\/member$/);
  await expect(page.getByText("Вас пригласил участник клуба: Ирина З.")).toBeVisible();
  await expect(page.getByLabel("Фамилия")).toHaveValue("Гостев");
  await expect(page.getByLabel("E-mail", { exact: true })).toHaveValue(email);

  await page.goto("/?invite=00000000-0000-0000-0000-000000000000");
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText("Приглашение не открылось")).toBeVisible();
  await expect(page.getByText("Приглашение не найдено, уже использовано или истекло.")).toBeVisible();
});

/** Invites a manager by the form. @returns the link of the letter */
async function inviteManager(
  page: Page,
  email: string,
  lastMessage: (to: string, saying: string) => Promise<{ text: string }>,
) {
  await logInByRequest(page, CURATOR);
  await page.goto("/dashboard/invite/new");
  await page.getByLabel(/^Менеджер/).check();
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Фамилия").fill("Гостев");
  await page.getByLabel("Имя").fill("Глеб");
  await page.getByRole("button", { name: "Отправить приглашение" }).click();
  await expect(page.getByText("Приглашение создано")).toBeVisible();
  await page.context().clearCookies();
  return /\/\?invite=[\w-]+/.exec((await lastMessage(email, "приглашает вас")).text)?.[0] ?? "";
}

/** Registers in the open form of an invited manager. */
async function registerManager(page: Page, phone: string) {
  await page.getByLabel("Отчество").fill("Львович");
  await page.getByLabel("Телефон", { exact: true }).fill(phone);
  await page.getByLabel("Принимаю политику конфиденциальности").check();
  await page.getByLabel("Даю согласие на обработку персональных данных").check();
  await page.locator("main").getByRole("button", { name: "Зарегистрироваться", exact: true }).click();
}

test("§2.4.1 an invitation can be left: the form stays, with nothing of the invitation @js", async ({
  page,
  lastMessage,
}) => {
  const link = await inviteManager(page, "leaves.manager@example.ru", lastMessage);
  await page.goto(link);
  await expect(page).toHaveURL(/\/register\/manager$/);
  await expect(page.getByText("Вас пригласил участник клуба")).toBeVisible();
  await expect(page.getByLabel("Фамилия")).toHaveValue("Гостев");
  await expect(page.getByLabel("Дистрибьютор")).toHaveCount(0);
  await page.getByRole("button", { name: "Зарегистрироваться без приглашения" }).click();
  await expect(page.getByLabel("Дистрибьютор")).toBeVisible();
  await expect(page).toHaveURL(/\/register\/manager$/);
  await expect(page.getByText("Вас пригласил участник клуба")).toHaveCount(0);
  await expect(page.getByLabel("Фамилия")).toHaveValue("");
});

test("§2.4.1 an invitation that is used while its form is open says so there; what was typed stays and can be sent without it @js", async ({
  page,
  browser,
  baseURL,
  lastMessage,
}) => {
  const link = await inviteManager(page, "late.manager@example.ru", lastMessage);
  await page.goto(link);
  await expect(page.getByLabel("Фамилия")).toHaveValue("Гостев");
  const elsewhere = await browser.newPage({ baseURL: baseURL ?? "" });
  await elsewhere.goto(link);
  await registerManager(elsewhere, "8 (913) 200-00-01");
  await expect(elsewhere).toHaveURL(/\/activation$/);
  const code = /\b\d{4}\b/.exec((await lastMessage("79132000001", "код клуба")).text)?.[0] ?? "";
  await elsewhere.getByLabel("Код из СМС").fill(code);
  await elsewhere.getByRole("button", { name: "Подтвердить телефон" }).click();
  await expect(elsewhere).toHaveURL(/\/login$/);
  await elsewhere.close();

  await page.getByLabel("Фамилия").fill("Опоздавший");
  await page.getByLabel("E-mail", { exact: true }).fill("late.other@example.ru");
  await registerManager(page, "8 (913) 200-00-02");
  await expect(page.getByRole("alert").getByText("отправьте её ещё раз, уже без приглашения")).toBeVisible();
  await expect(page.getByLabel("Фамилия")).toHaveValue("Опоздавший");
  await page.getByLabel("Дистрибьютор").selectOption({ index: 1 });
  await page.locator("main").getByRole("button", { name: "Зарегистрироваться", exact: true }).click();
  await expect(page).toHaveURL(/\/activation$/);
});

test("§2.4.2 a referral link opens the form of its role @js", async ({ page }) => {
  await logInByRequest(page, MANAGER);
  await page.goto("/dashboard/invite/");
  const link = await page.getByLabel("Ссылка для менеджера").inputValue();
  await page.context().clearCookies();
  await page.goto(link);
  await expect(page).toHaveURL(/\/register\/manager$/);
  await expect(page.getByText(/Ирина/).first()).toBeVisible();
});

test("§2.4.5 a redirect token logs in once, by a click, and is removed from the address @js", async ({
  page,
  server,
}) => {
  const printed = await runClub(server.dataDir, "redirect-token", MEMBER);
  const link = /\/\?token=\S+/.exec(printed)?.[0] ?? "";
  expect(link).not.toBe("");
  await page.goto(link);
  const press = page.getByRole("button", { name: "Войти в клуб" });
  await expect(async () => {
    if (await press.isVisible()) await press.click({ timeout: 1000 });
    await expect(page).toHaveURL(/\/dashboard\/profile\/$/, { timeout: 2000 });
  }).toPass();
  await page.context().clearCookies();
  await page.goto(link);
  await expect(async () => {
    if (await press.isVisible()) await press.click({ timeout: 1000 });
    await expect(page.locator("main")).toContainText("больше не действует", { timeout: 1000 });
  }).toPass();
});

test("§4.4 the club's message is shown until it is read @js", async ({ page }) => {
  await logIn(page, "79000000001");
  await expect(page.getByText("Новые подарки в каталоге")).toBeVisible();
  await page.getByRole("button", { name: "Понятно" }).click();
  await expect(page.getByText("Новые подарки в каталоге")).toBeHidden();
  await page.goto("/dashboard/points/");
  await expect(page.getByText("Новые подарки в каталоге")).toBeHidden();
});

test("§3.10 §8.5 a rejected order returns its points, and the participant reads why @js", async ({ page, server }) => {
  await logInByRequest(page, MEMBER);
  await page.goto("/dashboard/points/");
  const spent = page.getByRole("table", { name: "Списания" });
  await expect(spent).toContainText("Новая");
  const before = await readBalance(page);
  const ledger = await runClub(server.dataDir, "ledger", MEMBER);
  const order = /exchange:(\d+)/.exec(
    ledger
      .split("\n")
      .filter((line) => line.includes("Пополнение телефона на 100"))
      .at(-1) ?? "",
  );
  await runClub(
    server.dataDir,
    "set-withdrawal-status",
    order?.[1] ?? "",
    "rejected",
    "--reason",
    "Оператор не ответил",
  );
  await page.reload();
  expect(await readBalance(page)).toBe(before + 100);
  await expect(page.getByRole("table", { name: "Начисления" })).toContainText("Возврат");
  await expect(spent).toContainText("Отклонено");
});

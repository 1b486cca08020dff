import type { CDPSession, Page } from "@playwright/test";
import { checkScreen, OPERATOR, startConsole } from "./setup/console";
import { OperatorAtConsole } from "./setup/operator";
import { expect, test } from "./setup/test";

let origin: string;
let stop: () => Promise<void>;

test.beforeAll(async () => {
  // Browsers make no passkeys for an address in numbers.
  ({ origin, stop } = await startConsole("localhost", (address) => ({ OPERATOR_ORIGIN: address })));
});
test.afterAll(() => stop());

const check = (page: Page, name: string) => checkScreen(page, name, [1280, 768, 360]);

/** Gives the page an authenticator that verifies its user and keeps passkeys. */
async function addAuthenticator(page: Page): Promise<{ devTools: CDPSession; authenticatorId: string }> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("WebAuthn.enable");
  const { authenticatorId } = await devTools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { devTools, authenticatorId };
}

const byPasskey = (page: Page) => page.getByRole("button", { name: "Войти по ключу доступа" });

test("architecture: an operator adds a passkey, logs in by it alone, and removes it @js", async ({ page }) => {
  test.slow();
  const refused: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) refused.push(message.text());
  });
  const { devTools, authenticatorId } = await addAuthenticator(page);
  const operator = new OperatorAtConsole(page, origin);
  await operator.logIn(OPERATOR.login, OPERATOR.password);
  await operator.open("/password");
  await page.getByRole("link", { name: "Ключи доступа" }).click();
  await expect(page.getByText("Ключей пока нет")).toBeVisible();
  await page.getByLabel("Название").fill("Рабочий ноутбук");
  await check(page, "passkeys-none");
  await page.getByRole("button", { name: "Добавить ключ" }).click();
  await expect(page.getByRole("radio", { name: "Рабочий ноутбук" })).toBeVisible();
  await check(page, "passkeys");
  // A session that has ended meanwhile leads to the log-in.
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await page.getByLabel("Название").fill("Телефон");
  await page.getByRole("button", { name: "Добавить ключ" }).click();
  await expect(byPasskey(page)).toBeVisible();
  await page.context().addCookies(cookies);
  await operator.open("/passkeys");
  await page.getByRole("button", { name: "Выйти" }).click();

  await expect(byPasskey(page)).toBeVisible();
  await check(page, "login-with-passkey");
  // Whoever isn't the owner of the phone gets no further, and is told so.
  await devTools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
  await byPasskey(page).click();
  await expect(page.getByRole("alert")).toContainText("Ключ не ответил");
  await check(page, "login-passkey-silent");
  await devTools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });
  await byPasskey(page).click();
  await expect(page.getByRole("heading", { name: "Сегодня" })).toBeVisible();
  await operator.open("/lists/audit?act=log-in-by-passkey");
  await expect(page.locator(".table tbody tr")).toHaveCount(1);
  // This page has no passkey form, and its policy lets nothing run.
  expect(await page.locator("script").count()).toBe(0);

  await operator.open("/passkeys");
  await page.getByRole("radio", { name: "Рабочий ноутбук" }).check();
  // The passkey isn't a fresh code.
  await page.locator("#code").fill("000000");
  await page.getByRole("button", { name: "Удалить выбранный" }).click();
  await expect(page.locator("#code-error")).toContainText("Код не подошёл");
  await check(page, "passkeys-code-wrong");
  await page.getByRole("radio", { name: "Рабочий ноутбук" }).check();
  await page.locator("#code").fill(operator.nextCode());
  await page.getByRole("button", { name: "Удалить выбранный" }).click();
  await expect(page.getByText("Ключей пока нет")).toBeVisible();
  await page.getByRole("button", { name: "Выйти" }).click();
  await byPasskey(page).click();
  await expect(page.locator(".error-summary")).toContainText("Этого ключа в клубе нет");
  expect(refused).toEqual([]);
});

test("architecture: without script nothing of passkeys shows, and password and code work as before @no-js", async ({
  page,
}) => {
  await page.goto(`${origin}/login`);
  await expect(page.getByRole("button", { name: "Войти", exact: true })).toBeVisible();
  await expect(page.locator("form[data-passkey]")).toBeHidden();
  await expect(page.getByText("ключ")).toBeHidden();
  const policy = (await page.request.get(`${origin}/login`)).headers()["content-security-policy"];
  expect(policy).toMatch(/^default-src 'none';.*; script-src 'sha256-[\w+/]+='; connect-src 'self'$/);
  const other = (await page.request.get(`${origin}/nothing`)).headers()["content-security-policy"];
  expect(other).toContain("default-src 'none'");
  expect(other).not.toContain("script-src");
  await new OperatorAtConsole(page, origin).logIn(OPERATOR.login, OPERATOR.password);
  await page.goto(`${origin}/passkeys`);
  await expect(page.getByRole("heading", { name: "Ключи доступа" })).toBeVisible();
  await expect(page.locator("form[data-passkey]")).toBeHidden();
});

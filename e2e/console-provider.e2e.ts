import type { Page } from "@playwright/test";
import { timeStepOf, totpCode } from "../club/operators/totp";
import { type OidcProvider, openOidcProvider } from "../tests/providers/oidc";
import { checkScreen, OPERATOR, startConsole } from "./setup/console";
import { decodeBase32 } from "./setup/operator";
import { expect, test } from "./setup/test";

let origin: string;
let provider: OidcProvider;
let stop: () => Promise<void>;

test.beforeAll(async () => {
  // Another site than the console, which is reached by a number.
  provider = await openOidcProvider({ host: "localhost" });
  provider.account.email = OPERATOR.login;
  ({ origin, stop } = await startConsole("127.0.0.1", (address) => ({
    OPERATOR_ORIGIN: address,
    OPERATOR_OIDC_ISSUER: provider.issuer,
    OPERATOR_OIDC_CLIENT_ID: provider.clientId,
    OPERATOR_OIDC_CLIENT_SECRET: provider.clientSecret,
    OPERATOR_OIDC_NAME: "портал сотрудника",
  })));
});
test.afterAll(async () => {
  await stop();
  await provider.close();
});

/** The page has no script, so that it is the same with and without; it fits each screen and passes axe, which needs script. */
async function check(page: Page, name: string) {
  expect(await page.locator("script").count()).toBe(0);
  await checkScreen(page, name, [360, 768, 1280]);
}

test("architecture: an operator logs in through the provider and a code, and reads why when it doesn't work @js", async ({
  page,
}) => {
  test.slow();
  const throughProvider = page.getByRole("link", { name: "Войти через портал сотрудника" });
  await page.goto(`${origin}/login`);
  await check(page, "login-with-provider");
  await throughProvider.click();
  await expect(page.getByRole("alert")).toContainText("настройте приложение для кодов");
  await check(page, "provider-refused");
  await page.getByRole("link", { name: "Вернуться ко входу" }).click();

  await page.getByLabel("Логин").fill(OPERATOR.login);
  await page.getByLabel("Пароль").fill(OPERATOR.password);
  await page.getByRole("button", { name: "Войти", exact: true }).click();
  const secret = decodeBase32(((await page.locator("code").textContent()) ?? "").replaceAll(" ", ""));
  await page.getByRole("textbox", { name: "Код" }).fill(totpCode(secret, timeStepOf(new Date())));
  await page.getByRole("button", { name: "Готово" }).click();
  const recoveryCode = (await page.locator(".codes li").first().textContent()) ?? "";
  await page.getByRole("link", { name: "Коды сохранены, продолжить" }).click();
  await page.getByRole("button", { name: "Выйти" }).click();

  await throughProvider.click();
  // The page on which the provider's redirect ends leads on by itself.
  await expect(page.getByRole("heading", { name: "Код из приложения" })).toBeVisible();
  await expect(page).toHaveURL(`${origin}/login`);
  await page.getByRole("textbox", { name: "Код" }).fill(recoveryCode);
  await page.getByRole("button", { name: "Войти", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Сегодня" })).toBeVisible();
  await page.goto(`${origin}/lists/audit?act=link-identity`);
  await expect(page.locator(".table tbody tr")).toHaveCount(1);

  await page.getByRole("button", { name: "Выйти" }).click();
  await page.goto(`${origin}/login/provider/callback?code=x&state=y`);
  await expect(page.getByRole("alert")).toContainText("начат в другом браузере");
  provider.fault = "denied";
  await page.getByRole("link", { name: "Вернуться ко входу" }).click();
  await throughProvider.click();
  await expect(page.getByRole("alert")).toContainText("Вход не подтверждён");
  provider.fault = undefined;
});

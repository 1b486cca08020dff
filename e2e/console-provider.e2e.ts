import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { timeStepOf, totpCode } from "../club/operators/totp";
import { type OidcProvider, openOidcProvider } from "../tests/providers/oidc";
import { copyDataFolder, createDataFolder } from "./setup/data-folder";
import { findFreePort, startServer } from "./setup/server";
import { expect, test } from "./setup/test";

const LOGIN = "operator@example.com";
const PASSWORD = "club-demo-1";

let origin: string;
let provider: OidcProvider;
let stop: () => Promise<void>;

test.beforeAll(async () => {
  // Another site than the console, which is reached by a number.
  provider = await openOidcProvider({ host: "localhost" });
  provider.account.email = LOGIN;
  const folder = await createDataFolder();
  await copyDataFolder(process.env.E2E_SEEDED_DATA ?? "", folder.path);
  const port = await findFreePort();
  origin = `http://127.0.0.1:${port}`;
  const server = await startServer(folder.path, {
    OPERATOR_PORT: String(port),
    OPERATOR_ORIGIN: origin,
    OPERATOR_OIDC_ISSUER: provider.issuer,
    OPERATOR_OIDC_CLIENT_ID: provider.clientId,
    OPERATOR_OIDC_CLIENT_SECRET: provider.clientSecret,
    OPERATOR_OIDC_NAME: "портал сотрудника",
  });
  stop = async () => {
    await server.stop();
    await folder.remove();
    await provider.close();
  };
});
test.afterAll(() => stop());

/** axe needs script. The pages are the same with and without, for they have none. */
async function check(page: Page, name: string, runsAxe: boolean) {
  expect(await page.locator("script").count()).toBe(0);
  if (runsAxe) {
    const { violations } = await new AxeBuilder({ page })
      .setLegacyMode()
      .options({ resultTypes: ["violations"] })
      .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
      .analyze();
    expect(violations.map(({ id, nodes }) => `${name}: ${id} ${nodes[0]?.html}`)).toEqual([]);
  }
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${name} is wider than ${width}`).toBeLessThanOrEqual(0);
    const folder = process.env.CONSOLE_SCREENS;
    if (folder) await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true });
  }
}

function decodeBase32(text: string): Buffer {
  const bits = [...text].map((sign) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(sign).toString(2).padStart(5, "0"));
  return Buffer.from((bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

test("architecture: an operator logs in through the provider and a code, and reads why when it doesn't work", async ({
  page,
  javaScriptEnabled,
}) => {
  test.slow();
  const throughProvider = page.getByRole("link", { name: "Войти через портал сотрудника" });
  await page.goto(`${origin}/login`);
  await check(page, "login-with-provider", javaScriptEnabled);
  await throughProvider.click();
  await expect(page.getByRole("alert")).toContainText("настройте приложение для кодов");
  await check(page, "provider-refused", javaScriptEnabled);
  await page.getByRole("link", { name: "Вернуться ко входу" }).click();

  await page.getByLabel("Логин").fill(LOGIN);
  await page.getByLabel("Пароль").fill(PASSWORD);
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

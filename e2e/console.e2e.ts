import type { Page } from "@playwright/test";
import { timeStepOf, totpCode } from "../club/operators/totp";
import { checkScreen, OPERATOR, startConsole } from "./setup/console";
import { decodeBase32 } from "./setup/operator";
import { expect, test } from "./setup/test";

let origin: string;
let stop: () => Promise<void>;

test.beforeAll(async () => {
  ({ origin, stop } = await startConsole());
});
test.afterAll(() => stop());

/** The page has no script, so that it is the same with and without; it fits the screen and passes axe, which needs script. */
async function check(page: Page, name: string) {
  expect(await page.locator("script").count()).toBe(0);
  await checkScreen(page, name);
}

async function begin(page: Page) {
  await page.goto(`${origin}/login`);
  await page.getByLabel("Логин").fill(OPERATOR.login);
  await page.getByLabel("Пароль").fill(OPERATOR.password);
  await page.getByRole("button", { name: "Войти" }).click();
}

test("architecture: an operator logs in with a code, walks from today to a card, and does an act once @js", async ({
  page,
}) => {
  test.slow();
  await page.goto(`${origin}/lists/people`);
  await expect(page).toHaveURL(`${origin}/login`);
  await check(page, "login");
  await begin(page);

  await expect(page.getByRole("heading", { name: "Настройте приложение для кодов" })).toBeVisible();
  await check(page, "enrolment");
  const secret = decodeBase32(((await page.locator("code").textContent()) ?? "").replaceAll(" ", ""));
  await page.getByRole("textbox", { name: "Код" }).fill("000000");
  await page.getByRole("button", { name: "Готово" }).click();
  await expect(page.getByText("Код не подошёл").first()).toBeVisible();
  await page.getByRole("textbox", { name: "Код" }).fill(totpCode(secret, timeStepOf(new Date())));
  await page.getByRole("button", { name: "Готово" }).click();
  await expect(page.getByRole("heading", { name: "Резервные коды" })).toBeVisible();
  await check(page, "recovery-codes");
  const recoveryCode = (await page.locator(".codes li").first().textContent()) ?? "";
  await page.getByRole("link", { name: "Коды сохранены, продолжить" }).click();

  await expect(page.getByRole("heading", { name: "Сегодня" })).toBeVisible();
  await check(page, "today");
  await page.getByLabel("Найти участника").fill("79000000003");
  await page.getByRole("button", { name: "Найти" }).click();
  await expect(page.getByRole("heading", { name: "Участники" })).toBeVisible();
  await check(page, "list");
  await page.locator(".table a").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Крылов");
  await check(page, "card");

  await page.goto(`${origin}/acts/add-operator`);
  await check(page, "act");
  await page.getByLabel("Логин").fill("n");
  await page.getByLabel("Фамилия и имя").fill("Нина Новая");
  await page.getByLabel("Поддержка").check();
  await page.getByRole("button", { name: "Проверить" }).click();
  await expect(page.locator(".error-summary")).toBeVisible();
  await expect(page.getByLabel("Фамилия и имя")).toHaveValue("Нина Новая");
  await expect(page.getByLabel("Поддержка")).toBeChecked();
  await check(page, "act-with-errors");
  await page.getByLabel("Логин").fill("nina@example.com");
  await page.getByRole("button", { name: "Проверить" }).click();
  await expect(page.getByText("Новый оператор nina@example.com")).toBeVisible();
  await check(page, "check");
  await page.getByRole("link", { name: "Изменить" }).click();
  await expect(page.getByLabel("Логин")).toHaveValue("nina@example.com");
  await page.getByRole("button", { name: "Проверить" }).click();
  // One operator alone adds no other.
  await page.getByRole("button", { name: "Попросить второго оператора" }).dblclick();
  await expect(page.getByText("Ждёт второго оператора. Ничего ещё не сделано.")).toBeVisible();
  await check(page, "waiting");
  await page.goto(`${origin}/lists/act-requests`);
  await expect(page.locator(".table tbody tr")).toHaveCount(1);

  await page.goto(`${origin}/acts/log-out-person`);
  await page.getByLabel("Участник").fill("79000000003");
  await page.getByRole("button", { name: "Проверить" }).click();
  // A second press gets the answer of the first.
  await page.locator("button[name=intent][value=confirm]").dblclick();
  await expect(page.getByText("Сделано").first()).toBeVisible();
  await check(page, "done");
  await page.getByRole("link", { name: "Открыть карточку" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Крылов");
  await page.goto(`${origin}/lists/audit?act=log-out-person`);
  await expect(page.locator(".table tbody tr")).toHaveCount(1);

  await page.getByRole("button", { name: "Выйти" }).click();
  await page.goto(origin);
  await expect(page).toHaveURL(`${origin}/login`);
  await begin(page);
  await check(page, "code");
  await page.getByRole("textbox", { name: "Код" }).fill(recoveryCode);
  await page.getByRole("button", { name: "Войти", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Сегодня" })).toBeVisible();
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const [name, path] of [
      ["today", "/"],
      ["list", "/lists/people"],
      ["deals", "/lists/deals"],
      ["card", "/cards/person/3"],
      ["act", "/acts/add-operator"],
      ["operators", "/lists/operators"],
      ["password", "/password"],
    ] as const) {
      await page.goto(origin + path);
      await check(page, name);
    }
  }
  await page.goto(`${origin}/lists/people?afterKey=abc`);
  await expect(page.locator(".error-summary")).toContainText("Такой страницы списка нет");
  await page.goto(`${origin}/nowhere`);
  await expect(page.getByRole("heading", { name: "Здесь ничего нет" })).toBeVisible();
  await check(page, "nowhere");
});

test("architecture: the console's headers are strict, and the public port knows nothing of it @js", async ({
  request,
  server,
}) => {
  const login = await request.get(`${origin}/login`);
  const headers = login.headers();
  expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(headers["content-security-policy"]).not.toContain("unsafe");
  expect(headers).toMatchObject({ "cache-control": "no-store", "x-robots-tag": "noindex, nofollow" });
  expect(await login.text()).not.toContain("<script");
  for (const address of [server.origin, server.clubOrigin]) {
    const body = await (await request.get(`${address}/api/operator/me`)).text();
    expect(body).not.toMatch(/Сессия закончилась|operator/);
  }
  expect((await request.get(`${origin}/api/operator/me`)).status()).toBe(401);
  const foreign = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
  expect((await request.post(`${origin}/login`, { headers: foreign, form: { login: OPERATOR.login } })).status()).toBe(
    403,
  );
  const rebound = { Host: "evil.example" };
  expect((await request.get(`${origin}/login`, { headers: rebound })).status()).toBe(403);
});

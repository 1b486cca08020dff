import type { Page } from "@playwright/test";
import { newcomers } from "../club/demo/companies";
import { chromiumOptions } from "../scripts/browser.mjs";
import type { FaultyUpstream } from "../tests/faults/faulty-upstream";
import { hydrate } from "./setup/hydrate";
import { logIn, logInByRequest } from "./setup/participant";
import { test as base, expect } from "./setup/test";

const test = base.extend<{ upstream: FaultyUpstream }>({
  upstream: async ({ severed }, use) => {
    severed.upstream.fail(null);
    await use(severed.upstream);
  },
  // Browsers keep the previous page in memory for Back; Playwright turns that off by default. With script the form has
  // to come back without it.
  launchOptions: [
    async ({ launchOptions }, use, { project }) =>
      use(
        project.name === "js"
          ? launchOptions
          : { ...chromiumOptions({ whole: true }), ignoreDefaultArgs: ["--disable-back-forward-cache"] },
      ),
    { scope: "worker" },
  ],
  baseURL: async ({ severed }, use) => use(severed.origin),
});

const main = (page: Page) => page.locator("main");

/** Expects the static page /500.html. */
async function expectOutage(page: Page) {
  await expect(page).toHaveURL(/\/500\.html(#.*)?$/);
  await expect(page.getByRole("heading", { name: "Сервис временно не отвечает" })).toBeVisible();
}

test("§2.5.3 §4.1 a page in an outage leads to /500.html; the session stays, and the visitor goes on afterwards @js", async ({
  page,
  upstream,
}) => {
  await logInByRequest(page, "79000000003");
  upstream.fail("refuse");
  await page.goto("/dashboard/points/");
  await expectOutage(page);
  upstream.fail(null);
  await page.goto("/dashboard/points/");
  await expect(page.getByRole("table", { name: "Начисления" })).toBeVisible();
});

test("§2.5.3 §4.1 a link in an outage leads to /500.html, and from there back to the same session @js", async ({
  page,
  upstream,
}) => {
  await logIn(page, "79000000003");
  upstream.fail("refuse");
  await main(page).locator("a[href^='/dashboard/']").first().click();
  await expectOutage(page);
  upstream.fail(null);
  await page.getByRole("link", { name: "Попробовать ещё раз" }).click();
  await expect(page).toHaveURL(/\/dashboard\/profile\/$/);
});

test("§2.5.3 §4.1 §8.9 a message sent in an outage is in its form again after Back, and can be sent afterwards", async ({
  page,
  upstream,
}, { project }) => {
  await logInByRequest(page, "79000000003");
  await page.goto("/feedback");
  const message = page.getByLabel("Сообщение");
  await message.pressSequentially("Когда привезут подарок?");
  if (project.name === "js") await hydrate(page);
  await page.getByLabel("Соглашаюсь с").check();
  upstream.fail("refuse");
  await page.getByRole("button", { name: "Отправить сообщение" }).click();
  await expectOutage(page);
  await page.goBack({ waitUntil: "commit" });
  await expect(page).toHaveURL(/\/feedback$/);
  await expect(message).toHaveValue("Когда привезут подарок?");
  await expect(page.getByLabel("Соглашаюсь с")).toBeChecked();
  upstream.fail(null);
  await page.getByRole("button", { name: "Отправить сообщение" }).click();
  await expect(page.getByText("Сообщение отправлено")).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/profile\/$/);
});

/** Fills the registration form of a sales manager. Returns the values that have to be restored. */
async function fillRegistration(page: Page, phone: string, email: string): Promise<[label: string, value: string][]> {
  const typed: [string, string][] = [
    ["Фамилия", "Простоева"],
    ["Имя", "Ольга"],
    ["Отчество", "Игоревна"],
    ["E-mail", email],
  ];
  await page.goto("/register/manager");
  for (const [label, value] of typed) await page.getByLabel(label, { exact: true }).pressSequentially(value);
  await page.getByLabel("Телефон", { exact: true }).pressSequentially(phone);
  const distributor = page.getByLabel("Дистрибьютор", { exact: true });
  await distributor.selectOption({ index: 1 });
  await page.getByLabel("Принимаю политику конфиденциальности").check();
  await page.getByLabel("Даю согласие на обработку персональных данных").check();
  return [...typed, ["Дистрибьютор", await distributor.inputValue()]];
}

async function expectFilled(page: Page, typed: readonly [label: string, value: string][], phone: string) {
  await expect(page).toHaveURL(/\/register\/manager$/);
  for (const [label, value] of typed) await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
  const shown = await page.getByLabel("Телефон", { exact: true }).inputValue();
  expect(shown.replace(/\D/g, "")).toMatch(new RegExp(`${phone.slice(1)}$`));
  await expect(page.getByLabel("Принимаю политику конфиденциальности")).toBeChecked();
}

const register = (page: Page) => main(page).getByRole("button", { name: "Зарегистрироваться", exact: true }).click();

test("§2.5.3 §8.9 a registration sent in an outage is in its form again after Back, and succeeds afterwards @js", async ({
  page,
  upstream,
}, { project }) => {
  const phone = project.name === "js" ? "79135550001" : "79135550002";
  const typed = await fillRegistration(page, phone, `outage-${project.name}@example.ru`);
  upstream.fail("refuse");
  await register(page);
  await expectOutage(page);
  await page.goBack({ waitUntil: "commit" });
  await expectFilled(page, typed, phone);
  upstream.fail(null);
  await register(page);
  await expect(page).toHaveURL(/\/activation$/);
});

test("§2.5.3 §8.9 a registration that failed in an outage is restored from its draft when the form is opened again @js", async ({
  page,
  upstream,
}) => {
  const phone = "79135550003";
  const typed = await fillRegistration(page, phone, "draft@example.ru");
  upstream.fail("refuse");
  await register(page);
  await expectOutage(page);
  upstream.fail(null);
  await page.goto("/register/manager");
  await page.getByLabel("Фамилия").focus();
  await expectFilled(page, typed, phone);
});

test("§2.5.3 §3.4 a lookup in an outage shows the error in its place, or leads to /500.html without script; no input is lost", async ({
  page,
  upstream,
}, { project }) => {
  const company = newcomers.at(-1);
  const inn = page.getByLabel("ИНН", { exact: true });
  await page.goto("/register/member");
  await page.getByLabel("Фамилия").pressSequentially("Простоева");
  if (project.name === "js") await hydrate(page);
  upstream.fail("refuse");
  await inn.fill(company?.inn ?? "");
  await page.getByRole("button", { name: "Найти по ИНН" }).click();
  if (project.name === "js") {
    await expect(page.getByText("Сейчас не получается проверить. Попробуйте ещё раз через минуту.")).toBeVisible();
  } else {
    await expectOutage(page);
    await page.goBack({ waitUntil: "commit" });
  }
  await expect(page).toHaveURL(/\/register\/member(#.*)?$/);
  await expect(page.getByLabel("Фамилия")).toHaveValue("Простоева");
  await expect(inn).toHaveValue(company?.inn ?? "");
  upstream.fail(null);
  await page.getByRole("button", { name: "Найти по ИНН" }).click();
  await expect(page.getByLabel("Юридическое название")).toHaveValue(company?.name ?? "");
});

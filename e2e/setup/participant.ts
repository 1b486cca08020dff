import type { Page } from "@playwright/test";
import { DEMO_PASSWORD } from "../../club/demo/demo-accounts";
import { expect } from "./test";

const loginPage = (login: string) => (login.includes("@") ? "/login?mode=email" : "/login");

/** Logs in by one request and opens the profile, as after the form of the login page. */
export async function logIn(page: Page, login: string, password: string = DEMO_PASSWORD) {
  await logInByRequest(page, login, password);
  await page.goto("/dashboard/profile/");
}

/** Logs in by one request, without opening a page. */
export async function logInByRequest(page: Page, login: string, password: string = DEMO_PASSWORD) {
  const response = await page.request.post(loginPage(login), { form: { login, password }, maxRedirects: 0 });
  expect(response.headers().location).toContain("/dashboard/profile/");
}

/** Logs in on the login page, by phone or by e-mail, and waits for the profile. */
export async function logInByForm(page: Page, login: string, password: string = DEMO_PASSWORD) {
  await page.goto(loginPage(login));
  await submitLogin(page, login, password);
}

/** Fills and sends the login form of the open page, and waits for the profile. */
export async function submitLogin(page: Page, login: string, password: string = DEMO_PASSWORD) {
  await page.locator("[name=login]").fill(login);
  await page.getByLabel("Пароль").fill(password);
  await page.locator("main").getByRole("button", { name: "Войти", exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard\/profile\/$/);
}

/** The points that the header shows. */
export async function readBalance(page: Page): Promise<number> {
  const text = (await page.locator(".site-header .site-header-balance .visually-hidden").first().textContent()) ?? "";
  return Number(text.replace(/\D/g, ""));
}

import type { Page } from "@playwright/test";
import { DEMO_PASSWORD } from "../../club/seeds/demo-accounts";
import { expect } from "./test";

/** Logs in on the login page, as a person does, and lands on the profile. */
export async function logIn(page: Page, login: string, password: string = DEMO_PASSWORD) {
  await page.goto("/login");
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

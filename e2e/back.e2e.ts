import { hydrate } from "./setup/hydrate";
import { logInByRequest } from "./setup/participant";
import { expect, test } from "./setup/test";

test("§8.1 Back to a refused form shows it as it was refused, also when a cookie has changed since @no-js", async ({
  page,
}) => {
  await page.goto("/register/manager");
  await page.getByLabel("Фамилия").fill("Громов");
  await page.locator("form#sales").evaluate((form: HTMLFormElement) => form.setAttribute("novalidate", ""));
  await page.getByRole("button", { name: "Зарегистрироваться" }).click();
  await expect(page.locator(".error-summary")).toBeVisible();
  await page.context().addCookies([{ name: "light", value: "1", url: page.url() }]);
  await page.goto("/promo/");
  await page.goBack();
  await expect(page.locator(".error-summary")).toBeVisible();
  await expect(page.getByLabel("Фамилия")).toHaveValue("Громов");
});

test("§8.5 Back to refused documents shows what was typed, though their page is stored nowhere @no-js", async ({
  page,
}) => {
  await logInByRequest(page, "79000000003");
  await page.goto("/dashboard/documents");
  await page.getByLabel("Кем выдан").fill("ОВД Тверского района");
  await page.locator("form#documents").evaluate((form: HTMLFormElement) => form.setAttribute("novalidate", ""));
  await page.getByRole("button", { name: /^Передать/ }).click();
  await expect(page.locator(".error-summary")).toBeVisible();
  await page.goto("/dashboard/profile/");
  await page.goBack();
  await expect(page.getByLabel("Кем выдан")).toHaveValue("ОВД Тверского района");
  const cookies = await page.context().cookies();
  expect(decodeURIComponent(JSON.stringify(cookies))).not.toContain("Тверского");
});

test("§2.1.5 a search comes back to its results on a phone, with and without script", async ({
  page,
  javaScriptEnabled,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await logInByRequest(page, "79000000001");
  await page.goto("/dashboard/invite/");
  if (javaScriptEnabled) await hydrate(page);
  await page.getByLabel("Имя или e-mail").fill("example");
  await page.getByRole("button", { name: "Показать" }).click();
  await expect(page).toHaveURL(/search=example.*#results$/);
  await expect(page.getByRole("button", { name: "Показать" })).toBeInViewport();
  await expect(page.locator("h1")).not.toBeInViewport();
});

test("§4.17 a gift put into the cart without script comes back to its tag @no-js", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await logInByRequest(page, "79000000003");
  await page.goto("/dashboard/gifts/");
  const tag = page
    .locator("article")
    .filter({ has: page.getByRole("button", { name: /^В корзину/ }) })
    .last();
  const size = tag.getByLabel("Размер");
  if ((await size.count()) > 0) await size.selectOption({ index: 1 });
  await tag.getByRole("button", { name: /^В корзину/ }).click();
  await expect(page).toHaveURL(/#tag-\d+$/);
  await expect(tag.getByText("В корзине: 1")).toBeInViewport();
});

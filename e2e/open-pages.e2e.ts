import { chromiumOptions } from "../scripts/browser.mjs";
import { hydrate } from "./setup/hydrate";
import { expect, test } from "./setup/test";

// Documents in their viewer, and tabs that the visitor opens.
test.use({ launchOptions: chromiumOptions({ whole: true }) });

test.describe(() => {
  test.use({
    userAgent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
  });

  test("§1.7 §2.1.8 the rules are grouped, and a document opens in a viewer 600 px high @js", async ({
    page,
    request,
  }) => {
    await page.goto("/rules/");
    const groups = {
      "Магазинам и сервисам": 1,
      "Отделам продаж": 2,
      "Кураторам дистрибьюторов": 2,
    };
    for (const [name, count] of Object.entries(groups)) {
      const group = page.locator("section", { has: page.getByRole("heading", { name, exact: true }) });
      await expect(group.getByRole("heading", { level: 3 })).toHaveCount(count);
      for (const link of await group.getByRole("link", { name: /^Открыть PDF/ }).all()) {
        expect((await request.get((await link.getAttribute("href")) ?? "")).status()).toBe(200);
      }
    }
    await page.getByRole("link", { name: "Правила программы для отделов продаж", exact: true }).click();
    const viewer = page.locator("object[type='application/pdf']");
    await expect(viewer).toBeVisible();
    expect((await viewer.boundingBox())?.height).toBe(600);
    await expect(page.getByRole("heading", { name: "3. Приглашения" })).toBeVisible();
  });
});

test("§2.3.3 a link to a dialog that is clicked with a modifier opens a tab @js", async ({ page, context }) => {
  await page.goto("/");
  await hydrate(page);
  const opened = context.waitForEvent("page");
  const link = page.locator("header").getByRole("link", { name: "Войти", exact: true });
  await link.click({ modifiers: ["ControlOrMeta"] });
  await expect(await opened).toHaveURL(/\/login$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

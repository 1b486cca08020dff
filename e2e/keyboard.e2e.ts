import type { Locator, Page } from "@playwright/test";
import { newcomers } from "../club/demo/companies";
import { readMailedPassword } from "../tests/setup/outbox";
import { expect, test } from "./setup/test";

const company = newcomers[15];

/** The open dialog, or the page if there is none. */
function here(page: Page): Locator {
  return page.locator("main, dialog:modal").last();
}

/** Moves the focus to an element by Tab. The focus has to be visible there. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible();
  for (let count = 0; count < 120; count += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      expect(await describeFocus(page)).toEqual({ marked: true, inView: true });
      return;
    }
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never comes to ${target}`);
}

function describeFocus(page: Page) {
  return page.evaluate(() => {
    const focused = document.activeElement ?? document.body;
    const { outlineStyle, outlineWidth } = getComputedStyle(focused);
    const { top, bottom } = focused.getBoundingClientRect();
    return {
      marked: outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2,
      inView: bottom > 0 && top < window.innerHeight,
    };
  });
}

async function type(page: Page, target: Locator, text: string) {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

async function tick(page: Page, target: Locator) {
  await tabTo(page, target);
  await page.keyboard.press("Space");
  await expect(target).toBeChecked();
}

async function press(page: Page, target: Locator) {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}

/** After a navigation the focus is on the content or inside it, or at the top of a loaded page, never on a removed element. */
async function expectSensibleFocus(page: Page) {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const focused = document.activeElement ?? document.body;
        // A loaded document starts at its top, a client navigation at the content.
        const loaded = performance.getEntriesByName("app-hydrated").length === 0;
        return focused.matches("main, main *, dialog *") || (loaded && focused === document.body);
      }),
    )
    .toBe(true);
}

async function logInByKeyboard(page: Page, login: string, password: string) {
  await type(page, here(page).locator("[name=login]"), login);
  await type(page, here(page).getByLabel("Пароль"), password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/dashboard\/profile\/$/);
  await expectSensibleFocus(page);
}

test("architecture: a shop registers, confirms its phone, accepts the rules, earns its first points and orders by keyboard alone", async ({
  page,
  lastMessage,
}) => {
  const person = { phone: "79140002233", email: "keys@example.ru" };
  await page.goto("/register");
  await press(page, here(page).getByRole("link", { name: "Магазин или сервис" }));
  await expect(page.getByRole("heading", { name: "Регистрация магазина или сервиса" }).last()).toBeVisible();
  await expectSensibleFocus(page);

  const form = here(page);
  await type(page, form.getByLabel("ИНН", { exact: true }), company?.inn ?? "");
  await press(page, form.getByRole("button", { name: /^(Найти по ИНН|Проверяем…)$/ }));
  await expect(form.getByLabel("Юридическое название")).toHaveValue(company?.name ?? "");
  await tick(page, form.getByLabel("Фактический адрес совпадает с юридическим"));
  await tabTo(page, form.getByLabel("Сегмент", { exact: true }));
  await page.keyboard.press("ArrowDown");
  await type(page, form.getByLabel("Фамилия"), "Клавишин");
  await type(page, form.getByLabel("Имя"), "Пётр");
  await type(page, form.getByLabel("Отчество"), "Петрович");
  await type(page, form.getByLabel("Телефон", { exact: true }), person.phone);
  await type(page, form.getByLabel("E-mail", { exact: true }), person.email);
  await tabTo(page, form.getByLabel("Дистрибьютор", { exact: true }));
  await page.keyboard.press("ArrowDown");
  await tick(page, form.getByLabel("Согласен зарегистрироваться без менеджера по продажам"));
  await tick(page, form.getByLabel("Принимаю политику конфиденциальности"));
  await tick(page, form.getByLabel("Даю согласие на обработку персональных данных"));
  await press(page, form.getByRole("button", { name: "Зарегистрироваться", exact: true }));

  const code = here(page).getByLabel("Код из СМС");
  await expect(code).toBeVisible();
  await expectSensibleFocus(page);
  const sent = /\b\d{4}\b/.exec((await lastMessage(person.phone, "код клуба")).text)?.[0] ?? "";
  await type(page, code, sent === "1234" ? "4321" : "1234");
  await page.keyboard.press("Enter");
  await expect(here(page).getByRole("alert").first()).toContainText("Код не подошёл");
  // The focus is on the error, and the field is next in the tab order.
  await expect(here(page).getByRole("alert").first()).toBeFocused();
  await type(page, code, sent);
  await page.keyboard.press("Enter");

  await expect(here(page).getByLabel("Пароль")).toBeVisible();
  await expectSensibleFocus(page);
  const password = readMailedPassword((await lastMessage(person.email, "Пароль:")).text);
  await logInByKeyboard(page, person.phone, password);
  const rules = page.getByRole("region", { name: "Примите правила программы" });
  await tick(page, rules.getByLabel("Принимаю правила программы"));
  await press(page, rules.getByRole("button", { name: "Принять правила" }));
  await expect(page.getByText("Правила приняты")).toBeVisible();
  await expectSensibleFocus(page);

  await page.goto("/dashboard/promo-code");
  await type(page, here(page).getByLabel("Промокод"), "demo-100");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Промокод принят")).toBeVisible();
  await expectSensibleFocus(page);

  await page.goto("/dashboard/gifts/");
  await press(page, here(page).locator('a[href$="/gifts/phone"]').first());
  await expect(page).toHaveURL(/\/gifts\/phone$/);
  await expectSensibleFocus(page);
  await tick(page, here(page).getByRole("radio").first());
  await type(page, here(page).getByLabel("Номер телефона"), "89001234567");
  await tabTo(page, here(page).getByLabel("Оператор"));
  await page.keyboard.press("ArrowDown");
  await press(page, here(page).getByRole("button", { name: "Добавить в корзину" }));
  await expect(page.getByText("Подарок в корзине")).toBeVisible();
  await expectSensibleFocus(page);
  await press(page, page.locator("header").getByRole("link", { name: /Корзина/ }));
  await expect(page).toHaveURL(/\/gifts\/cart$/);
  await expectSensibleFocus(page);
  await press(page, here(page).getByRole("button", { name: /^Заказать 1/ }));
  await expect(page.getByText("Заказ оформлен")).toBeVisible();
  await expectSensibleFocus(page);
});

test("architecture: the first Tab reaches the link that skips the menus", async ({ page }) => {
  await page.goto("/promo/");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "К содержанию" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();
});

test("§2.1.4 the style guide isn't public", async ({ page }) => {
  await page.goto("/styleguide");
  expect(new URL(page.url()).pathname).toBe("/");
});

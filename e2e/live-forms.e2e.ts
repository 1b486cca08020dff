import type { Page, Request, Route } from "@playwright/test";
import { newcomers } from "../club/demo/companies";
import { DEMO_PASSWORD } from "../club/demo/demo-accounts";
import { MANAGER_LOOKUP_DEBOUNCE_MS, REGION_LOOKUP_DEBOUNCE_MS } from "../contract/values";
import { holdScripts } from "./setup/hold-scripts";
import { hydrate } from "./setup/hydrate";
import { expect, test } from "./setup/test";

const [first, second] = newcomers.slice(10, 12);
const FORM = "/register/member";

const askedFor = (request: Request) =>
  request.method() === "POST" && new URL(request.url()).pathname.startsWith(FORM)
    ? new URLSearchParams(request.postData() ?? "").get("intent")
    : null;

/** Records the lookups of one kind, and delays their replies until `release` while `holding` is on. */
async function watchLookups(page: Page, intent: string) {
  const asked: URLSearchParams[] = [];
  const waiting: (() => void)[] = [];
  const state = { holding: false };
  await page.route(`**${FORM}*`, async (route, request) => {
    if (askedFor(request) !== intent) return route.continue();
    asked.push(new URLSearchParams(request.postData() ?? ""));
    if (!state.holding) return route.continue();
    const answer = await route.fetch();
    await new Promise<void>((resolve) => waiting.push(resolve));
    // The page may have cancelled the request.
    await route.fulfill({ response: answer }).catch(() => undefined);
  });
  return {
    asked,
    hold: () => {
      state.holding = true;
    },
    pass: () => {
      state.holding = false;
    },
    async release() {
      await expect.poll(() => waiting.length).toBeGreaterThan(0);
      for (const answer of waiting.splice(0)) answer();
    },
  };
}

async function openForm(page: Page) {
  await page.goto(FORM);
  await hydrate(page);
}

/** Lets time pass on the page, whose clock stands otherwise. A lookup that began by then has been sent before this request. */
async function passTime(page: Page, milliseconds: number) {
  await page.clock.runFor(milliseconds);
  await page.evaluate(async () => void (await fetch(location.href)));
}

test("§5.14 §3.4 a company is looked up when its number is complete; a late reply for another number is ignored @js", async ({
  page,
}) => {
  await openForm(page);
  const lookups = await watchLookups(page, "find-company");
  const inn = page.getByLabel("ИНН", { exact: true });
  const name = page.getByLabel("Юридическое название");
  await inn.pressSequentially(first?.inn.slice(0, -1) ?? "");
  await expect(name).toHaveValue("");
  expect(lookups.asked).toHaveLength(0);
  lookups.hold();
  await inn.pressSequentially(first?.inn.slice(-1) ?? "");
  await expect(page.getByRole("button", { name: "Проверяем…" })).toBeVisible();
  // The number is corrected while the reply is on its way, so the result is not shown for the new number.
  await inn.press("Backspace");
  await expect(page.getByRole("button", { name: "Найти по ИНН" })).toBeVisible();
  await lookups.release();
  await inn.pressSequentially(" ");
  await expect(name).toHaveValue("");
  // Pasted with spaces. The reply for the previous number comes last and is ignored.
  await inn.fill(first?.inn ?? "");
  await expect.poll(() => lookups.asked.length).toBe(2);
  lookups.pass();
  await inn.press("ControlOrMeta+a");
  await page.keyboard.insertText((second?.inn ?? "").replace(/(\d{4})/g, "$1 "));
  await expect(name).toHaveValue(second?.name ?? "");
  await lookups.release();
  await page.getByLabel("Фамилия").fill("Петров");
  await expect(name).toHaveValue(second?.name ?? "");
  expect(lookups.asked.map((asked) => asked.get("company_inn")?.replace(/\D/g, ""))).toEqual([
    first?.inn,
    first?.inn,
    second?.inn,
  ]);

  // §4.16: the checkbox copies and clears the address, and typing an address unchecks it.
  const same = page.getByLabel("Фактический адрес совпадает с юридическим");
  const address = page.getByLabel("Фактический адрес", { exact: true });
  await same.check();
  await expect(address).toHaveValue(second?.address ?? "");
  await same.uncheck();
  await expect(address).toHaveValue("");
  await same.check();
  await address.press("End");
  await address.pressSequentially("1");
  await expect(same).not.toBeChecked();
});

test("§5.14 suggested addresses are a list with keyboard control, on the page and in the dialog @js", async ({
  page,
}) => {
  await page.goto("/");
  await hydrate(page);
  await page.getByRole("main").getByRole("link", { name: "Вступить в клуб" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("link", { name: "Магазин или сервис" }).click();
  const lookups = await watchLookups(page, "suggest-address");
  const address = dialog.getByLabel("Фактический адрес", { exact: true });
  // The options of the select elements on the page have the same role.
  const options = dialog.getByRole("listbox", { name: "Подходящие адреса" }).getByRole("option");
  await address.click();
  await address.pressSequentially("ка");
  await address.pressSequentially("зань", { delay: 60 });
  await expect(options.first()).toBeVisible();
  expect(lookups.asked.map((asked) => asked.get("company_actual_address_organization"))).toEqual(["казань"]);
  await expect(address).toHaveAttribute("role", "combobox");
  await expect(address).toHaveAttribute("aria-expanded", "true");
  await address.press("ArrowDown");
  await address.press("ArrowDown");
  const wanted = (await options.and(page.locator("[aria-selected=true]")).textContent()) ?? "";
  expect(wanted).toBe(await options.nth(1).textContent());
  await expect(address).toBeFocused();
  // Escape closes the list first, then the dialog.
  await address.press("Escape");
  await expect(options).toHaveCount(0);
  await expect(address).toHaveAttribute("aria-expanded", "false");
  await expect(dialog).toBeVisible();
  await address.press("ArrowDown");
  await address.press("ArrowDown");
  await address.press("Enter");
  await expect(address).toHaveValue(wanted);
  await expect(address).toBeFocused();
  await expect(options).toHaveCount(0);
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  // A reply that comes after the address was chosen doesn't open the list again.
  lookups.hold();
  await address.fill("казань баумана");
  await expect.poll(() => lookups.asked.length).toBe(2);
  await dialog.getByLabel("Фактический адрес совпадает с юридическим").check();
  await lookups.release();
  await dialog.getByLabel("Фамилия").fill("Петров");
  await expect(options).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});

test("§5.14 suggested addresses that arrive after the visitor has left the field aren't shown @js", async ({
  page,
}) => {
  await openForm(page);
  // From here on: a page is hydrated by its own clock.
  await page.clock.install();
  const lookups = await watchLookups(page, "suggest-address");
  const address = page.getByLabel("Фактический адрес", { exact: true });
  const list = page.getByRole("listbox", { name: "Подходящие адреса" });
  lookups.hold();
  await address.fill("казань");
  await expect.poll(() => lookups.asked.length).toBe(1);
  await page.getByLabel("Фамилия").fill("Петров");
  const late = page.waitForResponse((response) => askedFor(response.request()) === "suggest-address");
  await lookups.release();
  await (await late).finished();
  await page.getByLabel("Отчество").fill("Петрович");
  await expect(page.getByRole("button", { name: "Подсказать адрес" })).toBeVisible();
  // A list that the reply opened would be there in the next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await expect(list).toHaveCount(0);
  // The button asks for them again and shows them.
  lookups.pass();
  await page.getByRole("button", { name: "Подсказать адрес" }).click();
  await expect(list.getByRole("option").first()).toBeVisible();
  expect(lookups.asked).toHaveLength(2);
  // Hydration sends this event for text that was typed before it, wherever the focus is by then.
  await address.dispatchEvent("input");
  await passTime(page, REGION_LOOKUP_DEBOUNCE_MS);
  expect(lookups.asked).toHaveLength(2);
});

test("§5.4 §5.9 §5.14 a manager is looked up 3 s after the last letter; the button is disabled until the form is complete and the newest reply is there @js", async ({
  page,
}) => {
  await openForm(page);
  // From here on: a page is hydrated by its own clock.
  await page.clock.install();
  const lookups = await watchLookups(page, "check-manager");
  const send = page.locator("main").getByRole("button", { name: "Зарегистрироваться", exact: true });
  await expect(send).toBeDisabled();
  await page.getByLabel("ИНН", { exact: true }).fill(first?.inn ?? "");
  // The message of the look-up moves what stands below it.
  await expect(page.getByLabel("Юридическое название")).toHaveValue(first?.name ?? "");
  await page.getByLabel("Фактический адрес", { exact: true }).fill("Тула, ул. Мира, д. 2");
  await page.getByLabel("Сегмент", { exact: true }).selectOption({ index: 1 });
  await page.getByLabel("Фамилия").fill("Петров");
  await page.getByLabel("Имя").fill("Пётр");
  await page.getByLabel("Отчество").fill("Петрович");
  await page.getByLabel("Телефон", { exact: true }).fill("79150001122");
  await page.getByLabel("E-mail", { exact: true }).fill("live@example.ru");
  await page.getByLabel("Дистрибьютор", { exact: true }).selectOption({ index: 1 });
  await page.getByLabel("Принимаю политику конфиденциальности").check();
  await page.getByLabel("Даю согласие на обработку персональных данных").check();
  await expect(page.getByText("заполните: проверенный менеджер")).toBeVisible();
  await expect(send).toBeDisabled();
  const noManager = page.getByLabel("Согласен зарегистрироваться без менеджера");
  await noManager.check();
  await expect(send).toBeEnabled();
  await noManager.uncheck();
  await expect(send).toBeDisabled();

  const contact = page.getByLabel("Телефон или e-mail менеджера");
  const field = page.locator(".field", { has: contact });
  lookups.hold();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  await page.getByLabel("По e-mail").check();
  await contact.pressSequentially("manager@example.com");
  await passTime(page, MANAGER_LOOKUP_DEBOUNCE_MS - 1);
  expect(lookups.asked).toHaveLength(0);
  await passTime(page, 1);
  await expect.poll(() => lookups.asked.length).toBe(1);
  expect(MANAGER_LOOKUP_DEBOUNCE_MS).toBe(3000);
  await page.clock.resume();
  // Another number is typed while the lookup is running.
  await contact.pressSequentially("x");
  await lookups.release();
  await page.getByLabel("Фамилия").press("End");
  await expect(field.locator(".field-status")).toBeEmpty();
  await expect(send).toBeDisabled();
  lookups.pass();
  await expect(field.locator(".field-error")).toContainText("не найден");
  await contact.press("End");
  await contact.press("Backspace");
  await page.getByRole("button", { name: "Проверить менеджера" }).click();
  await expect(field.locator(".field-status")).not.toBeEmpty();
  await expect(send).toBeEnabled();
  await page.getByLabel("Имя").fill("   ");
  await expect(send).toBeDisabled();
});

test("§5.1 §5.7 a phone is masked when it is typed, pasted, filled in, corrected and deleted @js", async ({ page }) => {
  await openForm(page);
  const phone = page.getByLabel("Телефон", { exact: true });
  await phone.focus();
  await expect(async () => {
    await phone.fill("");
    await phone.pressSequentially("9");
    await expect(phone).toHaveValue("+7 (9", { timeout: 500 });
  }).toPass();
  for (const written of ["8 (915) 000-11-22", "+7 915 000 11 22", "89150001122", "9150001122", "7-915-000-11-22"]) {
    await phone.press("ControlOrMeta+a");
    await page.keyboard.insertText(written);
    await expect(phone).toHaveValue("+7 (915) 000-11-22");
    await phone.fill("");
    // Filled at once, as by a browser's autofill.
    await phone.fill(written);
    await expect(phone).toHaveValue("+7 (915) 000-11-22");
  }
  // After a correction in the middle the caret stays there.
  await phone.evaluate((input: HTMLInputElement) => input.setSelectionRange(7, 7));
  await phone.press("Backspace");
  await expect(phone).toHaveValue("+7 (910) 001-12-2");
  await phone.press("6");
  await expect(phone).toHaveValue("+7 (916) 000-11-22");
  expect(await phone.evaluate((input: HTMLInputElement) => input.value.slice(0, input.selectionStart ?? 0))).toMatch(
    /^\+7 \(916\)? ?$/,
  );
  await phone.press("End");
  for (let count = 0; count < 5; count += 1) await phone.press("Backspace");
  await expect(phone).toHaveValue("+7 (916) 00");
  // «Delete» passes what stands between the groups.
  await phone.evaluate((input: HTMLInputElement) => input.setSelectionRange(7, 7));
  await phone.press("Delete");
  await phone.press("Delete");
  await expect(phone).toHaveValue("+7 (916) 0");
});

test("§5.1 §5.7 a number that isn't read as the mask writes it stays as it was typed, pasted or filled in @js", async ({
  page,
}) => {
  await openForm(page);
  const phone = page.getByLabel("Телефон", { exact: true });
  const mask = page.waitForResponse(/phone-mask/);
  await phone.focus();
  await mask;
  const cases = {
    "+998 90 123-45-67": "+998 90 123-45-67",
    "+77011234567": "+7 (701) 123-45-67",
    "+7 843 000-00-00": "+7 (843) 000-00-00",
    "8 915 000 11 22 33": "8 915 000 11 22 33",
    "\u202a79000000003\u202c": "+7 (900) 000-00-03",
  };
  for (const [written, shown] of Object.entries(cases)) {
    await phone.fill(written);
    await expect(phone).toHaveValue(shown);
    await phone.press("ControlOrMeta+a");
    await page.keyboard.insertText(written);
    await expect(phone).toHaveValue(shown);
  }
  for (const written of ["+998 90 123-45-67", "+77011234567", "+7 843 000-00-00"]) {
    await phone.fill("");
    await phone.pressSequentially(written);
    await expect(phone).toHaveValue(cases[written as keyof typeof cases]);
  }
});

test("§5.1 a field that was touched before the script came is masked too @js", async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto("/login");
  const phone = page.locator("main [name=login]");
  await phone.tap();
  const mask = page.waitForResponse(/phone-mask/);
  release();
  await mask;
  await expect(async () => {
    await phone.fill("");
    await phone.pressSequentially("8900");
    await expect(phone).toHaveValue("8 (900", { timeout: 500 });
  }).toPass();
});

for (const place of ["on its page", "in a dialog"]) {
  test(`§8.1 a refused form ${place} is sent again while the page's data are still being loaded @js`, async ({
    page,
  }) => {
    await page.goto(place === "on its page" ? "/login" : "/promo/");
    await hydrate(page);
    if (place === "in a dialog") await page.locator("header").getByRole("link", { name: "Войти", exact: true }).click();
    const here = page.locator("main, dialog:modal").last();
    const password = here.getByLabel("Пароль");
    await here.locator("[name=login]").fill("79000000002");
    await password.fill("wrong");
    const held: Route[] = [];
    let holds = true;
    await page.route(/\.data/, (route, request) =>
      holds && request.method() === "GET" ? void held.push(route) : route.continue(),
    );
    await password.press("Enter");
    await expect(here.getByRole("alert")).toBeFocused();
    await expect.poll(() => held.length).toBeGreaterThan(0);
    await expect(here.getByRole("button", { name: "Войти", exact: true })).toBeVisible();
    await password.fill(DEMO_PASSWORD);
    const again = page.waitForRequest((request) => request.method() === "POST");
    await password.press("Enter");
    await again;
    holds = false;
    for (const route of held) await route.continue();
    await expect(page).toHaveURL(/\/dashboard\/profile\/$/);
  });
}

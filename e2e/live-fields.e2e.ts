import type { Page } from "@playwright/test";
import { holdScripts } from "./setup/hold-scripts";
import { hydrate } from "./setup/hydrate";
import { logInByRequest } from "./setup/participant";
import { takePhonePhoto } from "./setup/phone-photo";
import { expect, test } from "./setup/test";

// A PNG of one pixel.
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
const scan = (name: string) => ({ name, mimeType: "image/png", buffer: PICTURE });

/** Opens a page and waits for hydration. */
async function open(page: Page, path: string) {
  await page.goto(path);
  await hydrate(page);
}

async function fillPassport(page: Page) {
  await page.getByLabel("ИНН").fill("500100732259");
  await page.getByLabel("Серия").fill("4509");
  await page.getByLabel("Номер").fill("123456");
  await page.getByLabel("Код подразделения").fill("770001");
  await page.getByLabel("Кем выдан").fill("ОВД района Южный");
  await page.getByLabel("Адрес регистрации").fill("Казань, ул. Баумана, 1");
}

test("§5.2 §8.5 dates are accepted as people write them, and an error loses no input @no-js", async ({ page }) => {
  await logInByRequest(page, "79000000001");
  await page.goto("/dashboard/documents");
  await fillPassport(page);
  const birth = page.getByLabel("Дата рождения");
  const issue = page.getByLabel("Дата выдачи");
  // An impossible date stays in the field to be corrected.
  await birth.fill("31.02.1985");
  await issue.fill("05.06.2010");
  await issue.blur();
  await page.locator("input[type=file]").first().setInputFiles(scan("разворот.png"));
  await page.locator("input[type=file]").last().setInputFiles(scan("регистрация.png"));
  await page.getByRole("button", { name: "Передать документы" }).click();
  await expect(page.getByRole("alert")).toContainText("Проверьте дату рождения");
  await expect(page.getByLabel("Кем выдан")).toHaveValue("ОВД района Южный");
  await expect(birth).toHaveValue("31.02.1985");
  await birth.fill("28.02.1985");
  await page.locator("input[type=file]").first().setInputFiles(scan("разворот.png"));
  await page.locator("input[type=file]").last().setInputFiles(scan("регистрация.png"));
  await page.getByRole("button", { name: "Передать документы" }).click();
  await expect(page.getByText("Документы переданы")).toBeVisible();
  await expect(page.getByText("Документы на проверке")).toBeVisible();
});

test("§5.2 a date field is a date input while focused, and accepts whole dates of either form at once @js", async ({
  page,
}) => {
  await logInByRequest(page, "79000000003");
  await open(page, "/dashboard/documents");
  const birth = page.getByLabel("Дата рождения");
  await expect(birth).toHaveAttribute("placeholder", "дд.мм.гггг");
  await birth.focus();
  await expect(birth).toHaveAttribute("type", "date");
  await birth.blur();
  await expect(birth).toHaveAttribute("type", "text");
  await birth.focus();
  await birth.fill("1985-02-28");
  await birth.blur();
  await expect(birth).toHaveValue("28.02.1985");
  // A password manager or a phone's keyboard fills the field without a focus before it.
  for (const written of ["05.06.1990", "1990-06-05"]) {
    await birth.fill(written);
    await expect(birth).toHaveValue("1990-06-05");
    await birth.blur();
    await expect(birth).toHaveValue("05.06.1990");
  }
  await birth.fill("31.02.1990");
  await expect(birth).toHaveValue("31.02.1990");
  await birth.blur();
  // Typed in the order of the browser's date format.
  await birth.fill("");
  await birth.blur();
  await birth.click();
  await expect(birth).toHaveAttribute("type", "date");
  await page.keyboard.type("07081991");
  await expect.poll(() => birth.inputValue().then((value) => value.split("-").sort())).toEqual(["07", "08", "1991"]);
});

test("§5.16 §8.8 a scan is shown and checked before anything is sent; one that isn't allowed blocks the form @js", async ({
  page,
  browser,
}) => {
  await logInByRequest(page, "79000000001");
  await open(page, "/dashboard/documents");
  await fillPassport(page);
  for (const name of ["Дата рождения", "Дата выдачи"]) {
    await page.getByLabel(name).fill("06.05.1995");
  }
  const main = page.locator("[name=passport_main]");
  const field = page.locator(".field", { has: main });
  await main.setInputFiles({ name: "песня.mp3", mimeType: "audio/mpeg", buffer: PICTURE });
  await expect(field.locator(".field-error")).toContainText("Подойдёт фотография");
  await main.setInputFiles({ ...scan("много.png"), buffer: Buffer.alloc(11 * 1024 * 1024) });
  await expect(field.locator(".field-error")).toContainText("Размер загружаемых изображений превышает допустимый");
  let posts = 0;
  page.on("request", (request) => {
    if (request.method() === "POST") posts += 1;
  });
  const send = page.getByRole("button", { name: "Передать документы" });
  await page.locator("[name=passport_registration]").setInputFiles(scan("регистрация.png"));
  await send.click();
  expect(posts).toBe(0);
  await main.setInputFiles(await takePhonePhoto(browser));
  await expect(field.locator(".field-error")).toBeEmpty();
  await expect(field.getByText(/^IMG_2041\.jpg, [12],\d\sМБ$/)).toBeVisible();
  await expect(field.locator("img")).toHaveJSProperty("naturalWidth", 1920);

  await page.evaluate(() => {
    new MutationObserver(() => {
      const shown = document.querySelector("main form output")?.textContent;
      if (shown) document.body.dataset.shown = shown;
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  await send.click();
  await expect(page.getByText("Документы переданы")).toBeVisible();
  await expect(page.getByText("Документы на проверке")).toBeVisible();
  expect(await page.evaluate(() => document.body.dataset.shown)).toMatch(/^\d+\s%$/);
  expect(posts).toBe(1);
});

test("§4.17 §5.1 neither the selection of one's own number nor a mask that arrives late takes the focus from the next field @js", async ({
  page,
}) => {
  await logInByRequest(page, "79000000003");
  await open(page, "/dashboard/gifts/phone");
  const release = await holdScripts(page);
  const phone = page.getByLabel("Номер телефона");
  const count = page.getByLabel("Количество");
  // The person is in the next field before the first one has selected its number.
  const next = await count.elementHandle();
  await phone.evaluate(async (input, next) => {
    input.focus();
    (next as HTMLElement | null)?.focus();
    await new Promise((resolve) => setTimeout(resolve));
  }, next);
  await expect(count).toBeFocused();
  await phone.fill("89001234567");
  await phone.press("ControlOrMeta+a");
  await count.press("ControlOrMeta+a");
  release();
  await expect(phone).toHaveValue("+7 (900) 123-45-67");
  await page.keyboard.insertText("4");
  await expect(count).toHaveValue("4");
});

test("§5.2 a card number is masked 4×4 while it is typed, pasted, corrected and deleted @js", async ({ page }) => {
  await logInByRequest(page, "79000000003");
  await open(page, "/dashboard/gifts/card");
  const card = page.getByLabel("Номер карты");
  await page.getByLabel("Имя владельца").focus();
  const mask = page.waitForResponse(/card-mask/);
  await card.focus();
  await mask;
  await expect(async () => {
    await card.fill("");
    await card.pressSequentially("41111");
    await expect(card).toHaveValue("4111 1", { timeout: 500 });
  }).toPass();
  await card.pressSequentially("23456789012");
  await expect(card).toHaveValue("4111 1234 5678 9012");
  // A digit too many is seen and refused, for a number without its end may be somebody else's.
  await card.press("5");
  await expect(card).toHaveValue("4111 1234 5678 90125");
  await card.press("Backspace");
  await expect(card).toHaveValue(/^4111 1234 5678 9012 ?$/);

  // After a correction in the middle the caret stays there.
  await card.evaluate((input: HTMLInputElement) => input.setSelectionRange(6, 6));
  await card.press("Backspace");
  await expect(card).toHaveValue("4111 2345 6789 012");
  expect(await card.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(4);
  await card.press("9");
  await expect(card).toHaveValue("4111 9234 5678 9012");
  expect(await card.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(6);
  // The space between two groups goes with the digit behind it.
  await card.press("End");
  for (let count = 0; count < 5; count += 1) await card.press("Backspace");
  await expect(card).toHaveValue("4111 9234 567");
  // What the server would refuse stays as it was pasted or filled in.
  for (const written of ["Карта 4111 1111 1111 1111", "４１１１ 1111", "4111111111111111000", "4111.1111"]) {
    await card.press("ControlOrMeta+a");
    await page.keyboard.insertText(written);
    await expect(card).toHaveValue(written);
    await card.fill("");
    await card.fill(written);
    await expect(card).toHaveValue(written);
  }

  // Other characters between the digits are removed when the number is pasted or filled in by the browser.
  await card.press("ControlOrMeta+a");
  await page.keyboard.insertText("4111-1111-1111-1111");
  await expect(card).toHaveValue("4111 1111 1111 1111");
  await card.fill("5555555555554444");
  await expect(card).toHaveValue("5555 5555 5555 4444");
});

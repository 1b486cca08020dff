import type { Page } from "@playwright/test";
import { hydrate } from "./setup/hydrate";
import { logInByRequest } from "./setup/participant";
import { makePhotoFile, takePhonePhoto } from "./setup/phone-photo";
import { expect, test } from "./setup/test";

const MB = 1024 * 1024;

interface PhotoForm {
  address: string;
  files: readonly string[];
  /** Fills in everything else, one field wrongly, so that the form comes back and nothing is kept. */
  fill(page: Page): Promise<void>;
  button: string;
  refusal: string;
}

const FORMS: readonly PhotoForm[] = [
  {
    address: "/dashboard/sales/claims/new",
    files: ["Фото документа", "Вторая страница"],
    fill: async (page) => {
      await page.getByLabel("Артикул").fill("НЕТ-ТАКОГО");
      await page.getByLabel("Количество, шт.").fill("37");
      await page.getByLabel("Дата покупки").fill("2025-03-03");
      await page.getByLabel("Номер документа").fill("УПД-779");
    },
    button: "Отправить заявку",
    refusal: "не участвует в программе",
  },
  {
    address: "/dashboard/documents",
    files: ["Разворот с фотографией", "Страница с регистрацией"],
    fill: async (page) => {
      for (const [label, value] of Object.entries({
        "Дата рождения": "1985-04-12",
        ИНН: "500100732259",
        Серия: "4510",
        "Дата выдачи": "2010-05-20",
        "Код подразделения": "770-001",
        // Only the server knows that these are no words.
        "Кем выдан": "   ",
        "Адрес регистрации": "Казань, ул. Ленина, д. 1",
      })) {
        // With script the days become date inputs on focus (§5.2).
        await page.getByLabel(label).focus();
        await page.getByLabel(label).fill(value);
      }
      await page.getByLabel("Номер", { exact: true }).fill("123456");
    },
    button: "Передать документы",
    refusal: "кем выдан",
  },
];

for (const form of FORMS) {
  test(`§5.16 ${form.address} takes the photos of a telephone; with script they are made smaller first`, async ({
    page,
    browser,
    javaScriptEnabled,
  }) => {
    const photo = javaScriptEnabled ? await takePhonePhoto(browser) : makePhotoFile();
    expect(photo.buffer.length).toBeGreaterThan(4 * MB);
    expect(photo.buffer.length).toBeLessThan(8 * MB);
    await logInByRequest(page, "79000000003");
    await page.goto(form.address);
    if (javaScriptEnabled) await hydrate(page);
    await form.fill(page);
    for (const label of form.files) {
      const field = page.getByLabel(label);
      await field.setInputFiles(photo);
      if (!javaScriptEnabled) continue;
      const read = () =>
        field.evaluate(async (input) => {
          const file = (input as HTMLInputElement).files?.[0];
          if (!file) return null;
          const { width, height } = await createImageBitmap(file);
          return { name: file.name, isSmaller: file.size < 3 * 1024 * 1024, width, height };
        });
      // Upright, as it was taken.
      await expect.poll(read).toEqual({ name: "IMG_2041.jpg", isSmaller: true, width: 1920, height: 2560 });
      await expect(page.locator(".field").filter({ has: field })).toContainText(/IMG_2041\.jpg, [\d,]+\sК?М?Б/);
    }
    const answer = page.waitForResponse((response) => response.request().method() === "POST");
    await page.getByRole("button", { name: form.button }).click();
    expect((await answer).status()).not.toBe(413);
    await expect(page.getByRole("alert").first()).toContainText(form.refusal);
    await expect(page.getByText("слишком")).toHaveCount(0);
  });
}

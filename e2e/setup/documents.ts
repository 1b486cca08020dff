import type { Page } from "@playwright/test";

const SCAN = { name: "scan.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4\n%%EOF\n") };

/** Fills in and submits the form of personal documents. */
export async function submitDocuments(page: Page) {
  const text = {
    ИНН: "500100732259",
    "Код подразделения": "770-001",
    "Кем выдан": "Отделом УФМС",
    "Адрес регистрации": "Казань, ул. Ленина, д. 1",
  };
  // With script these fields become date inputs on focus (§5.2).
  for (const [label, day] of [
    ["Дата рождения", "1985-04-12"],
    ["Дата выдачи", "2010-05-20"],
  ] as const) {
    await page.getByLabel(label).focus();
    await page.getByLabel(label).fill(day);
  }
  for (const [label, value] of Object.entries(text)) await page.getByLabel(label).fill(value);
  await page.getByLabel("Серия").fill("4510");
  await page.getByLabel("Номер", { exact: true }).fill("123456");
  await page.getByLabel("Разворот с фотографией").setInputFiles(SCAN);
  await page.getByLabel("Страница с регистрацией").setInputFiles(SCAN);
  await page.getByRole("button", { name: "Передать документы" }).click();
}

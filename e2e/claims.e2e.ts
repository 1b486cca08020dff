import { logInByRequest } from "./setup/participant";
import { expect, test } from "./setup/test";

/** A picture of one dot. */
const PHOTO = {
  name: "накладная.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
};

test("§3.10 §5.16 a shop claims a purchase that no report has, the curator corrects and accepts it, and it is among the purchases @js", async ({
  page,
  lastMessage,
}) => {
  await logInByRequest(page, "79000000003");
  await page.goto("/dashboard/sales/");
  await page.getByRole("link", { name: "Нет покупки?" }).click();
  await page.getByRole("link", { name: "Заявить покупку" }).click();
  await page.getByLabel("Артикул").fill("НЕТ-ТАКОГО");
  await page.getByLabel("Количество, шт.").fill("37");
  await page.getByLabel("Дата покупки").fill("2025-03-03");
  await page.getByLabel("Номер документа").fill("УПД-777");
  await page.getByLabel("Комментарий").fill("Отчёт был раньше");
  await page.getByLabel("Фото документа").setInputFiles(PHOTO);
  const send = page.getByRole("button", { name: "Отправить заявку" });
  await send.click();
  await expect(page.getByRole("alert").first()).toContainText("не участвует в программе");
  await expect(page.getByLabel("Номер документа")).toHaveValue("УПД-777");
  await page.getByLabel("Артикул").fill("of-1012");
  // Without script browsers keep no file.
  await page.getByLabel("Фото документа").setInputFiles(PHOTO);
  await send.click();
  await expect(page).toHaveURL(/\/dashboard\/sales\/claims\/?$/);
  const own = page.locator("main tbody tr").filter({ hasText: "OF-1012" });
  await expect(own).toContainText("На проверке");

  await page.context().clearCookies();
  await logInByRequest(page, "79000000001");
  await page.goto("/dashboard/report/");
  await page.getByRole("link", { name: "Заявки о продажах: 1" }).click();
  await page.locator("main tbody").getByRole("link").first().click();
  await expect(page.locator("main")).toContainText("УПД-777");
  await expect(page.getByRole("img", { name: "Документ, файл 1" })).toBeVisible();
  await page.getByLabel("Количество, шт.").fill("36");
  await page.getByRole("button", { name: "Принять и начислить баллы" }).click();
  await expect(page).toHaveURL(/\/dashboard\/report\/claims\/?$/);
  await expect(page.locator("main tbody tr").first()).toContainText("Принята");
  await lastMessage("member@example.com", "Заявка о продаже принята");

  await page.context().clearCookies();
  await logInByRequest(page, "79000000003");
  await page.goto("/dashboard/sales/claims");
  await expect(own).toContainText("Принята");
  await page.goto("/dashboard/sales/?date_from=2025-03-03&date_to=2025-03-03");
  await expect(page.locator("main tbody tr").filter({ hasText: "OF-1012" })).toContainText("36");
});

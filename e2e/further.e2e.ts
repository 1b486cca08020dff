import { newcomers } from "../club/demo/companies";
import { readMailedPassword } from "../tests/setup/outbox";
import { downloadRows } from "./setup/download";
import { hydrate } from "./setup/hydrate";
import { logInByRequest } from "./setup/participant";
import { expect, test } from "./setup/test";

/** Tax numbers that no other test uses. */
const [company, shop] = newcomers.slice(20, 22);

test("§7.1 §8.2 a member adds a company; for one that is already in the club the error is at its tax number @js", async ({
  page,
}) => {
  await logInByRequest(page, "79000000003");
  await page.goto("/dashboard/profile/companies/new");
  const add = page.locator("main").getByRole("button", { name: "Добавить компанию" });
  await page.getByLabel("ИНН", { exact: true }).fill("5000200016");
  await page.getByLabel("Фактический адрес", { exact: true }).fill("Казань, ул. Мира, д. 1");
  await page.getByLabel("Сегмент", { exact: true }).selectOption({ index: 1 });
  // By keyboard: the message of the look-up may appear between the press and the release of a mouse, and move the button.
  await add.press("Enter");
  await expect(page.getByRole("alert").first()).toContainText("поддержк");
  await expect(page.getByLabel("Фактический адрес", { exact: true })).toHaveValue("Казань, ул. Мира, д. 1");
  await page.getByLabel("ИНН", { exact: true }).fill(company?.inn ?? "");
  await page.getByRole("button", { name: "Найти по ИНН" }).click();
  await expect(page.getByLabel("Юридическое название")).toHaveValue(company?.name ?? "");
  await expect(page.getByLabel("Фактический адрес", { exact: true })).toHaveValue("Казань, ул. Мира, д. 1");
  await page.getByLabel("Сегмент", { exact: true }).selectOption("other");
  await page.getByLabel(/назовите сегмент/).fill("Склад ёмкостей");
  await add.click();
  await expect(page).toHaveURL(/\/dashboard\/profile\/companies\/?$/);
  await expect(page.locator("main")).toContainText(company?.inn ?? "");
});

test("§4.11 a shop that a system manager invited chooses its distributor after the rules @js", async ({
  page,
  lastMessage,
  server,
}) => {
  const person = { phone: "79160004411", email: "without.curator@example.ru" };
  await logInByRequest(page, "79000000006");
  await page.goto("/dashboard/invite/new");
  await page.getByLabel(/^Магазин или сервис/).check();
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByLabel("Фамилия").fill("Ничейный");
  await page.getByLabel("Имя").fill("Нил");
  await page.getByRole("button", { name: "Отправить приглашение" }).click();
  await expect(page.getByText("Приглашение создано")).toBeVisible();
  const link = /\/\?invite=[\w-]+/.exec((await lastMessage(person.email, "приглашает вас")).text)?.[0] ?? "";
  await page.context().clearCookies();

  await page.goto(server.origin + link);
  await page.getByLabel("ИНН", { exact: true }).fill(shop?.inn ?? "");
  // The message of the look-up moves what stands below it.
  await page.getByRole("button", { name: "Найти по ИНН" }).click();
  await expect(page.getByLabel("Юридическое название")).toHaveValue(shop?.name ?? "");
  await page.getByLabel("Фактический адрес", { exact: true }).fill("Тула, ул. Мира, д. 2");
  await page.getByLabel("Сегмент", { exact: true }).selectOption({ index: 1 });
  await page.getByLabel("Отчество").fill("Нилович");
  await page.getByLabel("Телефон", { exact: true }).fill("8 (916) 000-44-11");
  await page.getByLabel("Согласен зарегистрироваться без менеджера").check();
  await page.getByLabel("Принимаю политику конфиденциальности").check();
  await page.getByLabel("Даю согласие на обработку персональных данных").check();
  await page.locator("main").getByRole("button", { name: "Зарегистрироваться", exact: true }).click();
  await expect(page).toHaveURL(/\/activation$/);
  const code = /\b\d{4}\b/.exec((await lastMessage(person.phone, "код клуба")).text)?.[0] ?? "";
  await page.getByLabel("Код из СМС").fill(code);
  await page.getByRole("button", { name: "Подтвердить телефон" }).click();
  await expect(page).toHaveURL(/\/login$/);
  const password = readMailedPassword((await lastMessage(person.email, "Пароль:")).text);
  await logInByRequest(page, person.phone, password);

  await page.goto("/agreement");
  await page.getByLabel("Принимаю правила программы").check();
  await page.getByRole("button", { name: "Принять правила" }).click();
  await expect(page).toHaveURL(/\/curator$/);
  await page.getByLabel("Дистрибьютор").selectOption({ index: 1 });
  await page.getByRole("button", { name: "Выбрать дистрибьютора" }).click();
  await expect(page.getByText("Дистрибьютор выбран")).toBeVisible();
  await page.goto("/curator");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ваш куратор");
});

test("§1.4 an inviter reminds everybody who hasn't replied, sees the result, and downloads the list @js", async ({
  page,
  lastMessage,
  countMessages,
}) => {
  const before = await countMessages("noskova@example.com", "приглашает вас");
  await logInByRequest(page, "79000000001");
  await page.goto("/dashboard/invite/");
  await page.getByRole("button", { name: /^Отправить всем ещё раз \(\d+\)$/ }).click();
  await expect(page).toHaveURL(/\/dashboard\/invite\/tasks\/resend\//);
  await hydrate(page);
  await expect(page.locator("main")).toContainText(/Отправляем: \d+\sприглашени/);
  expect((await lastMessage("noskova@example.com", "приглашает вас", before)).text).toContain("/?invite=");
  await page.getByRole("link", { name: "К списку приглашений" }).click();
  const rows = await downloadRows(page, page.getByRole("link", { name: "Выгрузить CSV" }));
  expect(rows.length).toBeGreaterThan(6);
  expect(rows.flat()).toContain("noskova@example.com");
});

import type { Page } from "@playwright/test";
import { toRussianDate } from "../contract/russian-date";
import { readOutbox } from "../tests/setup/outbox";
import { runClub } from "./setup/club-command";
import { fillCompany } from "./setup/company-fields";
import { type EmptyClub, expect, test } from "./setup/empty-club";
import { OperatorAtConsole } from "./setup/operator";
import { finishOrder } from "./setup/order";
import { logIn, readBalance } from "./setup/participant";

const SHOP = { inn: "7700300010", phone: "79003334455", email: "shop@brand.ru" };
const MANAGER = { phone: "79002223344", email: "manager@brand.ru" };
const CURATOR = { phone: "79001112233", email: "curator@brand.ru" };
const PASSWORD = "gear-box-42-gear";
const YEAR = new Date().getFullYear();

const pdf = { name: "paper.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7 paper") };
const csv = (name: string, ...lines: string[]) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(lines.join("\n")),
});

/** A day as reports have it. */
const daysAgo = (days: number) =>
  toRussianDate(new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10));

/** The part of the newest message to somebody that a pattern finds. */
async function readMail({ dataDir }: EmptyClub, to: string, pattern: RegExp): Promise<string> {
  let found = "";
  await expect(async () => {
    const message = (await readOutbox(dataDir)).filter((one) => one.to === to && pattern.test(one.text)).at(-1);
    found = pattern.exec(message?.text ?? "")?.[0] ?? "";
    expect(found, `a message to ${to}`).not.toBe("");
  }).toPass({ timeout: 90_000 });
  return found;
}

/** Adds an owner at the command line. @returns the operator at the console, logged in */
async function addOwner(club: EmptyClub, page: Page, login: string): Promise<OperatorAtConsole> {
  const printed = await runClub(club.dataDir, "add-operator", login, "--full-name", "Анна Первая", "--owner");
  const operator = new OperatorAtConsole(page, club.consoleOrigin);
  await operator.logInFirst(login, /Одноразовый пароль: (\S+)/.exec(printed)?.[1] ?? "", `${login} at the console`);
  return operator;
}

/** Asks for an act that one operator isn't enough for; the second one finds it on today's page and agrees. */
async function actTogether(
  [owner, second]: readonly [OperatorAtConsole, OperatorAtConsole],
  name: string,
  title: string,
  values: Parameters<OperatorAtConsole["act"]>[1],
) {
  expect(await owner.act(name, values)).toContain("Ждёт второго оператора");
  await second.open("/");
  await second.page.getByRole("link", { name: /Действия ждут второго оператора/ }).click();
  await second.page.getByRole("link", { name: title }).click();
  await expect(second.page.getByText("Просит first@brand.ru. Решаете вы.")).toBeVisible();
  await second.press("yes");
}

async function fillFirstDay(owners: readonly [OperatorAtConsole, OperatorAtConsole]) {
  const [owner] = owners;
  const cells = owner.page.locator(".table td");
  const missing = cells.filter({ hasText: /^нет$/ });
  await owner.open("/lists/first-day");
  await expect(missing.first()).toBeVisible();
  await owner.act("set-links", { support_phone: "74951234567", support_email: "help@brand.ru" });
  for (const document of ["privacy_policy", "personal_data_consent"]) {
    await owner.act("set-legal-document", { document, file: pdf });
  }
  for (const code of ["curator-rules", "sales-rules", "retail-rules", "head-of-ctr-rules", "manager-ctr-rules"]) {
    await owner.act("set-rules", { code, title: "Правила", text: "О программе", file: pdf });
  }
  await owner.act("add-question", { question: "Кто может вступить?", answer: "Магазины и сервисы." });
  const articles = csv("articles.csv", "Артикул;Наименование;Баллы менеджеру;Баллы магазину", "OF-1;Фильтр;10;20");
  await owner.act("import-articles", { file: articles, since: `${YEAR - 1}-01-01` });
  await owner.act("add-prize", { name: "Пополнение телефона", price: "100", handler: "phone" });
  await owner.act("add-prize", { name: "Перевод на карту", price: "500", handler: "card" });
  await owner.act("add-prize", { name: "Сертификат", price: "1000", handler: "giftery", retailer: "Лес" });
  await owner.act("add-prize", { name: "Кружка", price: "300", handler: "souvenir", stock: "5" });
  await owner.act("add-mobile-operator", { name: "Оператор" });
  await owner.act("set-payments-agent", { agent: "77001" });
  const entity = csv("entities.csv", "ИНН;Название;Адрес", `${SHOP.inn};ООО «Гараж»;Тверь, Лесная, 4`);
  await owner.act("import-legal-entities", { file: entity });
  await actTogether(owners, "add-curator", "Добавить дистрибьютора", {
    ...{ last_name: "Ильин", first_name: "Фёдор", phone: CURATOR.phone, email: CURATOR.email },
    ...{ company: "Ось", inn: "7707083893" },
  });
  await owner.open("/lists/first-day");
  await expect(cells.filter({ hasText: /^да$/ }).first()).toBeVisible();
  await expect(missing).toHaveCount(0);
}

async function changePerson(page: Page, login: string, password: string) {
  await page.context().clearCookies();
  await logIn(page, login, password);
}

async function acceptRules(page: Page) {
  await page.goto("/agreement");
  await page.getByLabel("Принимаю правила программы").check();
  await page.getByRole("button", { name: "Принять правила" }).click();
  await expect(page).not.toHaveURL(/\/agreement$/);
}

async function fillPerson(page: Page, name: string, { phone, email }: { phone: string; email: string }) {
  await page.getByLabel("Фамилия").fill(name);
  await page.getByLabel("Имя").fill("Олег");
  await page.getByLabel("Отчество").fill("Петрович");
  await page.getByLabel("Телефон", { exact: true }).fill(phone);
  await page.getByLabel("E-mail", { exact: true }).fill(email);
}

/** Sends the filled form and confirms the phone. @returns the mailed password */
async function finishRegistration(page: Page, club: EmptyClub, { phone, email }: { phone: string; email: string }) {
  await page.getByLabel("Принимаю политику конфиденциальности").check();
  await page.getByLabel("Даю согласие на обработку персональных данных").check();
  await page.locator("main").getByRole("button", { name: "Зарегистрироваться", exact: true }).click();
  await expect(page).toHaveURL(/\/activation$/);
  await page.getByLabel("Код из СМС").fill(await readMail(club, phone, /\b\d{4}\b/));
  await page.getByRole("button", { name: "Подтвердить телефон" }).click();
  await expect(page).toHaveURL(/\/login$/);
  return await readMail(club, email, /(?<=Пароль:\s+)\S+/);
}

async function registerEverybody(page: Page, club: EmptyClub) {
  const link = new URL(await readMail(club, CURATOR.email, /https?:\S+check_word=\S+/));
  await page.goto(`/${link.search}`);
  await page.getByLabel("Новый пароль", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Новый пароль ещё раз").fill(PASSWORD);
  await page.getByRole("button", { name: "Сохранить пароль" }).click();
  await expect(page.getByText("Пароль изменён")).toBeVisible();
  await changePerson(page, CURATOR.phone, PASSWORD);
  await acceptRules(page);

  await page.context().clearCookies();
  await page.goto("/register/manager");
  await fillPerson(page, "Котов", MANAGER);
  await page.getByLabel("Дистрибьютор", { exact: true }).selectOption({ index: 1 });
  await changePerson(page, MANAGER.phone, await finishRegistration(page, club, MANAGER));
  await acceptRules(page);

  await page.context().clearCookies();
  await page.goto("/register/member");
  await fillCompany(page, { inn: SHOP.inn, name: "ООО «Гараж»", manager: MANAGER.email });
  await fillPerson(page, "Рыбина", SHOP);
  const password = await finishRegistration(page, club, SHOP);
  await changePerson(page, SHOP.phone, password);
  await acceptRules(page);
  return password;
}

/** Uploads a report, looks at what it would come to, and counts it. */
/** @param approve what an operator does about a report that waits */
async function uploadReport(page: Page, name: string, row: string, approve?: () => Promise<unknown>) {
  await page.goto("/dashboard/report/");
  const file = csv(name, "Дата продажи;Сейлз;ИНН;Артикул;Наименование;Количество", row);
  await page.getByLabel("Файл отчёта").setInputFiles(file);
  await page.getByRole("button", { name: "Сначала проверить" }).click();
  await expect(page.getByText("Будет засчитано строк: 1")).toBeVisible();
  await page.getByRole("button", { name: "Засчитать" }).click();
  await expect(page).toHaveURL(/\/dashboard\/report\/\d+$/);
  await approve?.();
  await expect(async () => {
    await page.goto("/dashboard/report/");
    const uploaded = page.getByRole("table", { name: "Загруженные отчёты" }).getByRole("row").filter({ hasText: name });
    await expect(uploaded.first()).toContainText("1 из 1", { timeout: 1000 });
  }).toPass({ timeout: 90_000 });
}

/** The points at the shop's next look. */
const expectBalance = (page: Page, points: number) =>
  expect(async () => {
    await page.goto("/dashboard/points/");
    expect(await readBalance(page)).toBe(points);
  }).toPass({ timeout: 60_000 });

async function orderOneOfEachKind(page: Page) {
  const added = page.getByText("Подарок в корзине");
  await page.goto("/dashboard/gifts/phone");
  await page.getByRole("radio").first().check();
  await page.getByLabel("Номер телефона").fill("8 (900) 123-45-67");
  await page.getByLabel("Оператор").selectOption({ index: 1 });
  await page.getByRole("button", { name: "Добавить в корзину" }).click();
  await expect(added).toBeVisible();
  await page.goto("/dashboard/gifts/card");
  await page.getByRole("radio").first().check();
  await page.getByLabel("Номер карты").fill("2200 0000 0000 0004");
  await page.getByLabel("Имя владельца").fill("OLEG RYBIN");
  await page.getByRole("button", { name: "Добавить в корзину" }).click();
  await expect(added).toBeVisible();
  await page.goto("/dashboard/gifts");
  await page.getByRole("article").filter({ hasText: "Кружка" }).getByRole("button").click();
  await expect(page.getByRole("status").filter({ hasText: "Кружка." })).toBeVisible();
  await page.goto("/dashboard/gifts/giftery");
  await page.getByRole("radio").first().check();
  await page.getByRole("button", { name: "Добавить в корзину" }).click();
  await expect(added).toBeVisible();
  await page.goto("/dashboard/gifts/delivery?delivery_city=Казань");
  await page.getByRole("radio").first().check();
  await page.getByRole("button", { name: "Забрать здесь" }).click();
  await page.getByRole("button", { name: /^Заказать 4/ }).click();
  await finishOrder(page);
}

/** The numbers of the orders by the name of their gift, as the queue lists them. */
async function readOrders(owner: OperatorAtConsole) {
  await owner.open("/lists/orders");
  const rows = await owner.page.locator(".table tbody tr").all();
  const texts = await Promise.all(rows.map((row) => row.locator("td").allTextContents()));
  return (gift: string) => texts.find((cells) => cells.some((cell) => cell.includes(gift)))?.[0]?.trim() ?? "";
}

/** With script only: the console's pages have none, and the portal's journeys without it stand elsewhere. */
test("architecture: a brand's year at the console and in the portal: from an empty club to an erased person @js", async ({
  page,
  club,
  browser,
}) => {
  test.setTimeout(15 * 60_000);
  const [ownerPage, secondPage] = [await browser.newPage(), await browser.newPage()];

  const [owner, second] = await test.step("the first day", async () => {
    const first = await addOwner(club, ownerPage, "first@brand.ru");
    const owners = [first, await addOwner(club, secondPage, "second@brand.ru")] as const;
    await fillFirstDay(owners);
    return owners;
  });

  const password = await test.step("curator, manager and shop come", () => registerEverybody(page, club));

  await test.step("reports bring points; a return and a recall take them back", async () => {
    await actTogether([owner, second], "confirm-manager", "Подтвердить менеджера", { person: MANAGER.phone });
    await changePerson(page, CURATOR.phone, PASSWORD);
    const row = (day: string, count: number) => `${day};${MANAGER.phone};${SHOP.inn};OF-1;Фильтр;${count}`;
    // The first report of a new curator waits for an operator.
    await uploadReport(page, "sales.csv", row(daysAgo(3), 10), async () => {
      const report = /\d+$/.exec(page.url())?.[0] ?? "";
      await expect(async () => {
        await owner.open("/lists/reports?status=waiting_approval");
        await expect(owner.page.locator(".table tbody tr")).toHaveCount(1, { timeout: 1000 });
      }).toPass({ timeout: 60_000 });
      await owner.act("approve-report", { report });
    });
    await uploadReport(page, "return.csv", row(daysAgo(2), -4));
    await uploadReport(page, "wrong.csv", row(daysAgo(1), 90));
    await changePerson(page, SHOP.phone, password);
    await expectBalance(page, 1_920);
    await owner.open("/lists/reports");
    const wrong = owner.page.getByRole("row").filter({ hasText: "wrong.csv" });
    const report = (await wrong.getByRole("link").textContent()) ?? "";
    await owner.act("recall-report", { report, reason: "Загружен чужой отчёт" });
    await expectBalance(page, 120);
  });

  await test.step("a large correction has a second yes", async () => {
    const correction = { person: SHOP.phone, direction: "credit", points: "11000", reason: "Приз года" };
    expect(await owner.act("correct-points", correction)).toContain("Ждёт второго оператора");
    await expectBalance(page, 120);
    await second.open("/");
    await second.page.getByRole("link", { name: /Действия ждут второго оператора/ }).click();
    await second.page.getByRole("link", { name: "Исправить баллы" }).click();
    await expect(second.page.getByText("Просит first@brand.ru. Решаете вы.")).toBeVisible();
    await second.press("yes");
    await expectBalance(page, 11_120);
  });

  await test.step("another operator has a second yes, and whoever gives it reads the password once", async () => {
    const input = { login: "third@brand.ru", full_name: "Вера Третья", finance: true } as const;
    await actTogether([owner, second], "add-operator", "Добавить оператора", input);
    await expect(second.page.getByText("Показывается один раз")).toBeVisible();
    await expect(second.page.locator(".secret")).toHaveText(/^\w{4}-\w{4}-\w{4}$/);
  });

  await test.step("a gift of each kind is ordered, three are fulfilled and one is refused", async () => {
    await orderOneOfEachKind(page);
    await expectBalance(page, 11_120 - 1_900);
    const orderOf = await readOrders(owner);
    await owner.act("export-topups");
    expect(await owner.download()).toContain("79001234567");
    await owner.act("export-payouts");
    const answer = csv(
      "answer.csv",
      "Заказ;Результат;Причина",
      `${orderOf("Пополнение")};ок;`,
      `${orderOf("Перевод")};отказ;Карта закрыта`,
    );
    await owner.act("read-agent-answer", { file: answer });
    await owner.open("/lists/prizes");
    const prize = await owner.page.getByRole("row").filter({ hasText: "Сертификат" }).getByRole("link").textContent();
    const codes = csv("codes.csv", "Подарок;Код;PIN;Действует до", `${prize};LES-0001;0042;31.12.2099`);
    await owner.act("add-certificate-codes", { file: codes });
    await owner.act("issue-certificates");
    const mug = { order: orderOf("Кружка") };
    await owner.act("set-tracking", { ...mug, number: "1234-5678" });
    await owner.act("ready-for-pickup", mug);
    await owner.act("complete-order", mug);
    await expectBalance(page, 11_120 - 1_400);
    // One press is one order, whose gifts fold out.
    const spent = page.getByRole("table", { name: "Списания" });
    await spent.getByText("Подарки заказа").click();
    await expect(spent.getByRole("row").filter({ hasText: "Карта закрыта" })).toContainText("Выполнено 3 из 4");
    const gifts = spent.getByRole("listitem");
    await expect(gifts.filter({ hasText: "Перевод на карту" })).toContainText("Отклонено");
    await expect(gifts.filter({ hasText: "Выполнено" })).toHaveCount(3);
  });

  await test.step("the year's end: statement, register, erasure, and the ledger holds", async () => {
    await owner.act("person-statement", { person: SHOP.phone, from: `${YEAR}-01-01`, to: `${YEAR}-12-31` });
    expect(await owner.download()).toContain("Приз года");
    await owner.act("tax-register", { year: String(YEAR) });
    expect(await owner.download()).toContain("Рыбина");
    await owner.act("erase-person", { person: SHOP.phone, yes: true });
    await page.goto("/dashboard/profile/");
    await expect(page).toHaveURL(`${club.origin}/`);
    await owner.open(`/lists/people?search=${encodeURIComponent("Рыбина")}`);
    await expect(owner.page.getByText("Ничего нет.")).toBeVisible();
    await owner.open("/lists/audit");
    await expect(owner.page.locator(".table")).toContainText("Стереть данные участника");
    expect(await runClub(club.dataDir, "verify-ledger")).toContain("The ledger holds.");
  });
  await Promise.all([ownerPage, secondPage].map((one) => one.close()));
});

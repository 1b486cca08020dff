import type { Locator, Page } from "@playwright/test";
import { hydrate } from "./setup/hydrate";
import { finishOrder } from "./setup/order";
import { logInByRequest, readBalance } from "./setup/participant";
import { expect, test } from "./setup/test";
import { addTopUps } from "./setup/top-ups";

async function enter(page: Page, login: string) {
  await logInByRequest(page, login);
  // The club's message would cover the pages of this test.
  await page.request.post("/banner", { form: { to: "/dashboard/gifts" } });
}

const tag = (page: Page, name: string): Locator => page.getByRole("article").filter({ hasText: name });

test("§4.17 §4.18 §2.5.2 a top-up, a souvenir to a pickup point and a certificate are ordered", async ({ page }) => {
  await enter(page, "79000000003");
  await addTopUps(page, 2);

  await tag(page, "Кепка").getByLabel("Размер").selectOption("L/XL");
  await tag(page, "Кепка").getByRole("button").click();
  await expect(page.locator(".outcome")).toContainText(/Подарок в корзине.*Кепка/);

  await page.goto("/dashboard/gifts");
  await tag(page, "Подарочный сертификат").getByRole("link", { name: "Выбрать номинал" }).click();
  await page.getByRole("radio", { name: /Лента.* 500/ }).check();
  await page.getByRole("button", { name: "Добавить в корзину" }).click();
  await expect(page.getByText("Подарок в корзине")).toBeVisible();

  await page.goto("/dashboard/gifts/cart");
  await expect(page.getByRole("listitem").filter({ hasText: "+7 (900) 123-45-67" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Заказать/ })).toHaveCount(0);
  await page.getByRole("link", { name: "Выбрать пункт выдачи" }).click();
  await page.getByLabel("Город", { exact: true }).fill("Ниж");
  await page.locator("main").getByRole("button", { name: "Найти" }).click();
  await page.getByRole("link", { name: /Нижний Новгород/ }).click();
  await page.getByRole("radio").nth(1).check();
  await page.getByRole("button", { name: "Забрать здесь" }).click();
  await expect(page.getByText("Заберёте здесь")).toBeVisible();

  const balance = await readBalance(page);
  await page.getByRole("button", { name: /^Заказать 4 подарка за 1\s300 баллов$/ }).click();
  await finishOrder(page);
  await expect(page.getByText(/Заказано: 4\sподарка, списано 1\s300\sбаллов/)).toBeVisible();
  expect(await readBalance(page)).toBe(balance - 1300);
  await expect(page.getByRole("button", { name: "Корзина" })).toBeDisabled();
});

test("§4.17 counts are changed and lines removed; a cart that costs more than the balance can't be ordered", async ({
  page,
}) => {
  await enter(page, "79000000003");
  await addTopUps(page, 1);
  await page.goto("/dashboard/gifts/cart");
  await page.getByRole("spinbutton").fill("99");
  await page.getByRole("button", { name: "Изменить", exact: true }).click();
  await expect(page.getByText(/Не хватает \d/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Заказать/ })).toHaveCount(0);
  await page.getByRole("spinbutton").fill("2");
  await page.getByRole("button", { name: "Изменить", exact: true }).click();
  await expect(page.getByRole("button", { name: /^Заказать 2 подарка за 200 баллов$/ })).toBeVisible();
  await page.getByRole("button", { name: /^Убрать/ }).click();
  await expect(page.getByText("В корзине пусто")).toBeVisible();
});

test("§4.18 the order button pressed twice orders once", async ({ page }) => {
  await enter(page, "79000000003");
  await addTopUps(page, 2);
  await page.goto("/dashboard/gifts/cart");
  const balance = await readBalance(page);
  await page.getByRole("button", { name: /^Заказать 2/ }).dblclick({ noWaitAfter: true });
  await finishOrder(page);
  expect(await readBalance(page)).toBe(balance - 200);
});

test("§1.6 another phone typed over the participant's own one replaces it @js", async ({ page }) => {
  await enter(page, "79000000003");
  await page.goto("/dashboard/gifts/phone");
  await hydrate(page);
  const phone = page.getByLabel("Номер телефона");
  await expect(phone).toHaveValue("+7 (900) 000-00-03");
  await phone.tap();
  // The number is selected after the tap; nobody types as soon as that.
  const countSelected = () =>
    phone.evaluate((input: HTMLInputElement) => (input.selectionEnd ?? 0) - (input.selectionStart ?? 0));
  await expect.poll(countSelected).toBe("+7 (900) 000-00-03".length);
  await page.keyboard.type("9131234567");
  await expect(phone).toHaveValue("+7 (913) 123-45-67");
  // A number that the participant typed is only continued.
  await phone.blur();
  await phone.tap();
  await page.keyboard.press("End");
  await page.keyboard.press("Backspace");
  await expect(phone).toHaveValue("+7 (913) 123-45-6");
});

test("§5.2 a card number is checked, masked, and never comes back in the page @js", async ({ page }) => {
  await enter(page, "79000000003");
  await page.goto("/dashboard/gifts/card");
  await page.getByRole("radio", { name: /на карту 500/ }).check();
  await page.getByLabel("Номер карты").fill("4111 1111 1111 1112");
  await page.getByLabel("Имя владельца").fill("IVAN IVANOV");
  await page.getByRole("button", { name: "Добавить в корзину" }).click();
  await expect(page.getByRole("alert")).toContainText("Проверьте номер карты");
  await page.getByLabel("Номер карты").fill("4111 1111 1111 1111");
  await page.getByRole("button", { name: "Добавить в корзину" }).click();
  await expect(page.getByText("Подарок в корзине")).toBeVisible();
  await page.goto("/dashboard/gifts/cart");
  await expect(page.getByText("Карта •••• 1111, IVAN IVANOV")).toBeVisible();
  expect((await page.content()).replace(/[\s-]/g, "")).not.toContain("4111111111111111");
  await page.getByRole("button", { name: "Очистить корзину" }).click();
  await expect(page.getByText("В корзине пусто")).toBeVisible();
});

test("§8.5 the year's limit stops the order, the documents are submitted, and the rest stays in the cart @js", async ({
  page,
}) => {
  await enter(page, "79000000002");
  for (const name of ["Куртка-ветровка", "Зонт-трость"]) {
    await page.goto("/dashboard/gifts");
    const sizes = tag(page, name).getByLabel("Размер");
    if (await sizes.count()) await sizes.selectOption("L");
    await tag(page, name).getByRole("button").click();
    await expect(page.getByText("Подарок в корзине")).toBeVisible();
  }
  await page.goto("/dashboard/gifts/delivery?delivery_city=Казань");
  await page.getByRole("radio").first().check();
  await page.getByRole("button", { name: "Забрать здесь" }).click();
  await page.getByRole("button", { name: /^Заказать 2/ }).click();
  await expect(page).toHaveURL(/\/dashboard\/documents$/);
  await expect(page.getByText("Заказ остановлен")).toBeVisible();

  // With script these fields become date inputs on focus (§5.2).
  await page.getByLabel("Дата рождения").focus();
  await page.getByLabel("Дата рождения").fill("1985-04-12");
  await page.getByLabel("ИНН").fill("500100732259");
  await page.getByLabel("Серия").fill("4510");
  await page.getByLabel("Номер", { exact: true }).fill("123456");
  await page.getByLabel("Дата выдачи").focus();
  await page.getByLabel("Дата выдачи").fill("2010-05-20");
  await page.getByLabel("Код подразделения").fill("770-001");
  await page.getByLabel("Кем выдан").fill("Отделом УФМС");
  await page.getByLabel("Адрес регистрации").fill("Казань, ул. Ленина, д. 1");
  const scan = { name: "scan.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4\n%%EOF\n") };
  await page.getByLabel("Разворот с фотографией").setInputFiles(scan);
  await page.getByLabel("Страница с регистрацией").setInputFiles({ ...scan, name: "note.txt", mimeType: "text/plain" });
  await page.getByRole("button", { name: "Передать документы" }).click();
  const registration = page.locator(".field").filter({ has: page.getByLabel("Страница с регистрацией") });
  await expect(registration.locator(".field-error")).toContainText("Подойдёт фотография");
  await expect(page.getByLabel("Серия")).toHaveValue("4510");
  await page.getByLabel("Разворот с фотографией").setInputFiles(scan);
  await page.getByLabel("Страница с регистрацией").setInputFiles(scan);
  await page.getByRole("button", { name: "Передать документы" }).click();
  await expect(page.getByText("Документы на проверке")).toBeVisible();

  await page.goto("/dashboard/gifts/cart");
  await expect(page.getByText("Документы на проверке")).toBeVisible();
  await expect(page.getByText("Зонт-трость", { exact: true }).first()).toBeVisible();
});

test("§1.6 a gift is chosen to save for; it stays the goal on both pages, and is nobody else's", async ({ page }) => {
  await enter(page, "79000000003");
  await page.goto("/dashboard/gifts");
  const gauge = page.locator("main .gauge");
  await page.getByText("Выбрать, на что копить").click();
  const [, first = ""] = await page.getByLabel("Хочу").getByRole("option").allTextContents();
  await page.getByLabel("Хочу").selectOption({ label: first });
  await page.getByRole("button", { name: "Копить на это" }).click();
  await expect(page.locator(".outcome")).toContainText("Цель выбрана");
  const goal = `Ваша цель: ${first.split(", ")[0]}`;
  await expect(gauge).toContainText(goal);
  await expect(gauge).toContainText(/ещё \d/);
  await page.goto("/dashboard/points");
  await expect(gauge.first()).toContainText(goal);

  await page.request.post("/logout");
  await enter(page, "79000000002");
  await page.goto("/dashboard/gifts");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Подарки");
  await expect(page.getByText("Ваша цель")).toHaveCount(0);
});

test("§3.8 a city is suggested while it is typed, and the pickup points nearest to the phone come first @js", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ latitude: 55.75, longitude: 49.03 });
  await enter(page, "79000000003");
  await page.goto("/dashboard/gifts/delivery");
  await hydrate(page);
  await page.getByRole("searchbox", { name: "Город" }).pressSequentially("каза");
  await page
    .getByRole("navigation", { name: "Найденные города" })
    .getByRole("link", { name: /Казань/ })
    .click();
  await page.getByRole("button", { name: "Сначала ближайшие" }).click();
  await expect(page.getByText("Сначала те, что ближе к вам.")).toBeVisible();
  await expect(page.getByRole("radio").first()).toHaveAccessibleName(/км от вас/);
  // Where the phone is stands in no address.
  expect(page.url()).not.toContain("49");
  await context.clearPermissions();
  await page.getByRole("button", { name: "Сначала ближайшие" }).click();
  await expect(page.getByText("Телефон не сообщил, где вы.")).toBeVisible();
  await expect(page.getByRole("radio").first()).toHaveAccessibleName(/км от вас/);
  // Another search ends the order by distance.
  await page.getByRole("searchbox", { name: "Улица" }).fill("Королёва");
  await page.getByRole("button", { name: "Показать рядом" }).click();
  await expect(page.getByRole("radio")).toHaveCount(1);
  await expect(page.getByRole("radio")).toHaveAccessibleName(/Королёва/);
});

test("§3.8 the cart of the next visit takes the pickup point of the last one by one press", async ({ page }) => {
  await enter(page, "79000000003");
  const addCap = async () => {
    await page.goto("/dashboard/gifts");
    await tag(page, "Кепка").getByLabel("Размер").selectOption("L/XL");
    await tag(page, "Кепка").getByRole("button").click();
    await expect(page.getByText("Подарок в корзине").first()).toBeVisible();
    await page.goto("/dashboard/gifts/cart");
  };
  await addCap();
  await page.getByRole("link", { name: "Выбрать пункт выдачи" }).click();
  await page.goto("/dashboard/gifts/delivery?delivery_city=Казань");
  await page.getByRole("radio").first().check();
  await page.getByRole("button", { name: "Забрать здесь" }).click();
  // A reply that came after the log-out would bring its cart back.
  await expect(page.getByText("Заберёте здесь: Казань")).toBeVisible();
  // Another visit, and the browser has forgotten the cart: the pickup point isn't a part of it.
  await page.request.post("/logout");
  await page.goto("/");
  await page.evaluate(() => localStorage.clear());
  await enter(page, "79000000003");
  await addCap();
  await page.getByRole("button", { name: "Забрать там же" }).click();
  await expect(page.getByText("Заберёте здесь: Казань")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Заказать/ })).toBeVisible();
});

test("§1.6 gift tags stand two a row on a phone, one where text has twice the size, and no word of them is cut @no-js", async ({
  page,
}) => {
  await enter(page, "79000000003");
  const tags = page.getByRole("article");
  const look = () =>
    tags.evaluateAll((elements) => {
      const tops = elements.map((element) => Math.round(element.getBoundingClientRect().top));
      return {
        rows: new Set(tops).size,
        wide: elements.flatMap((tag) =>
          [...tag.querySelectorAll("h3, p, .badge, .button")].filter(
            (part) => part.getBoundingClientRect().right > tag.getBoundingClientRect().right,
          ),
        ).length,
      };
    });
  for (const width of [320, 360, 575]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/dashboard/gifts/");
    const count = await tags.count();
    expect([width, await look()]).toEqual([width, { rows: Math.ceil(count / (width < 500 ? 2 : 3)), wide: 0 }]);
    await page.locator("html").evaluate((html) => {
      html.style.fontSize = "200%";
    });
    if (width < 500) expect([width, await look()]).toEqual([width, { rows: count, wide: 0 }]);
  }
});

test("§1.6 picture, balance and button of a gift's page are seen at once on a phone @no-js", async ({ page }) => {
  await enter(page, "79000000003");
  for (const id of ["phone", "card", "giftery"]) {
    await page.goto(`/dashboard/gifts/${id}`);
    const picture = await page.locator(".balance-ahead svg").boundingBox();
    const button = await page.getByRole("button", { name: "Добавить в корзину" }).boundingBox();
    expect(picture && button && button.y + button.height - picture.y).toBeLessThan(400);
  }
});

test("§1.6 pieces are counted by buttons between one and 99, and what will remain follows @js", async ({ page }) => {
  await enter(page, "79000000003");
  await page.goto("/dashboard/gifts/phone");
  const balance = await readBalance(page);
  const count = page.getByRole("spinbutton", { name: "Количество" });
  const add = page.getByRole("button", { name: "Добавить в корзину" });
  const sent = await page.request.get("/dashboard/gifts/phone");
  expect(await sent.text()).not.toContain("На одну");
  await hydrate(page);
  const more = page.getByRole("button", { name: "На одну больше" });
  const less = page.getByRole("button", { name: "На одну меньше" });
  await expect(more).toBeVisible();
  const distance = async () => ((await add.boundingBox())?.y ?? 0) - ((await count.boundingBox())?.y ?? 0);
  const before = await distance();
  await less.tap({ force: true });
  await expect(count).toHaveValue("1");
  await page.getByRole("radio", { name: /на 100\s₽/ }).check();
  await more.focus();
  await page.keyboard.press("Enter");
  await expect(count).toHaveValue("2");
  await expect(page.locator(".balance-ahead")).toContainText(new RegExp(`Останется ${groupDigits(balance - 200)}`));
  await count.fill("99");
  await more.tap({ force: true });
  await expect(count).toHaveValue("99");
  await expect(page.locator(".balance-ahead")).toContainText(/Не хватает|Останется/);
  expect(await distance()).toBe(before);
});

const groupDigits = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, "\\s");

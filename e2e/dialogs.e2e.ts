import type { Page } from "@playwright/test";
import { DEMO_PASSWORD } from "../club/demo/demo-accounts";
import { hydrate } from "./setup/hydrate";
import { expect, test } from "./setup/test";

async function openHome(page: Page) {
  await page.goto("/");
  await hydrate(page);
  await page.evaluate(() => {
    (window as unknown as { stayed: boolean }).stayed = true;
  });
}

const pressLogin = (page: Page) => page.locator("header").getByRole("link", { name: "Войти", exact: true }).click();
const dialogOf = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });
const path = (page: Page) => new URL(page.url()).pathname;

test("§2.3.3 §2.3.6 §8.10 login opens over the page, shows errors above the form, and leads to the profile @js", async ({
  page,
}) => {
  await openHome(page);
  await pressLogin(page);
  const dialog = dialogOf(page, "Вход в клуб");
  await expect(dialog).toBeVisible();
  expect(path(page)).toBe("/");
  await dialog.getByLabel("Телефон").fill("79000000002");
  await dialog.getByLabel("Пароль").fill("wrong");
  await dialog.getByRole("button", { name: "Войти" }).click();
  await expect(dialog.getByRole("alert")).toBeFocused();
  await expect(dialog.getByLabel("Телефон")).toHaveValue(/900/);
  await dialog.getByLabel("Пароль").fill(DEMO_PASSWORD);
  await dialog.getByRole("button", { name: "Войти" }).click();
  await expect(page).toHaveURL(/\/dashboard\/profile\/$/);
  await expect(dialog).toHaveCount(0);
  expect(await page.evaluate(() => "stayed" in window)).toBe(true);
  // Back skips the history entry of the dialog.
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole("dialog", { name: "Вход в клуб" })).toHaveCount(0);
});

test("§2.3.3 Escape, a press outside, the button and Back close it; the focus returns and typed text is kept @js", async ({
  page,
}) => {
  await openHome(page);
  const opener = page.locator("header").getByRole("link", { name: "Войти", exact: true });
  const dialog = dialogOf(page, "Вход в клуб");
  const closings = [
    () => page.keyboard.press("Escape"),
    () => page.mouse.click(5, 5),
    () => dialog.getByRole("button", { name: "Закрыть" }).click(),
    () => page.goBack(),
  ];
  const overflow = () => page.evaluate(() => getComputedStyle(document.documentElement).overflow);
  for (const close of closings) {
    await opener.click();
    await expect(dialog).toBeVisible();
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    expect(await overflow()).toBe("hidden");
    await close();
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
    // The browser closes a dialog and gives the focus back before it tells the page.
    await expect.poll(overflow).not.toBe("hidden");
    await expect(page).toHaveURL(/\/$/);
    await expect.poll(() => page.evaluate(() => history.state?.dialog ?? null)).toBeNull();
  }
  await opener.click();
  await dialog.getByLabel("Телефон").fill("79131112233");
  await dialog.getByLabel("Пароль").fill("secret-word");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await opener.click();
  await expect(dialog.getByLabel("Телефон")).toHaveValue(/913/);
  await expect(dialog.getByLabel("Пароль")).toHaveValue("");
});

test("§4.6 §4.7 one dialog at a time: login by e-mail, recovery and registration replace each other @js", async ({
  page,
}) => {
  await openHome(page);
  await pressLogin(page);
  await dialogOf(page, "Вход в клуб").getByLabel("Телефон").fill("79131112233");
  await page.getByRole("link", { name: "По e-mail" }).click();
  await expect(page.getByRole("dialog").getByLabel("E-mail")).toHaveValue("");
  await page.getByRole("link", { name: "По телефону" }).click();
  await expect(page.getByRole("dialog").getByLabel("Телефон")).toHaveValue("");
  await page.getByRole("dialog").getByRole("link", { name: "Забыли пароль?" }).click();
  await expect(dialogOf(page, "Забыли пароль?")).toBeVisible();
  await page.getByRole("dialog").getByRole("link", { name: "Войти" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Вступить в клуб" }).click();
  await expect(dialogOf(page, "Вступить в клуб")).toBeVisible();
  await page.getByRole("dialog").getByRole("link", { name: "Магазин или сервис" }).click();
  await expect(page.getByRole("dialog").getByLabel("ИНН", { exact: true })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(path(page)).toBe("/");
});

test("§4.8 §4.9 §4.10 a manager registers in the dialog, enters the code in it, and a notice says what comes next @js", async ({
  page,
  lastMessage,
  countMessages,
}) => {
  const phone = "79135550101";
  await openHome(page);
  await page.getByRole("main").getByRole("link", { name: "Вступить в клуб" }).first().click();
  await page.getByRole("dialog").getByRole("link", { name: "Менеджер" }).click();
  const form = dialogOf(page, "Регистрация менеджера");
  await form.getByLabel("Фамилия").fill("Окнова");
  await form.getByLabel("Имя").fill("Ольга");
  await form.getByLabel("Отчество").fill("Олеговна");
  await form.getByLabel("Телефон").fill(phone);
  await form.getByLabel("E-mail").fill("dialog@example.ru");
  await form.getByLabel("Дистрибьютор").selectOption({ index: 1 });
  // A dialog that was closed by accident has lost nothing.
  await page.keyboard.press("Escape");
  await expect(form).toHaveCount(0);
  await page.getByRole("main").getByRole("link", { name: "Вступить в клуб" }).first().click();
  await page.getByRole("dialog").getByRole("link", { name: "Менеджер" }).click();
  await expect(form.getByLabel("Фамилия")).toHaveValue("Окнова");
  await expect(form.getByLabel("Дистрибьютор")).not.toHaveValue("");
  await form.getByLabel("Принимаю политику конфиденциальности").check();
  await form.getByLabel("Даю согласие на обработку персональных данных").check();
  await form.getByRole("button", { name: "Зарегистрироваться" }).click();

  const activation = dialogOf(page, "Подтвердите телефон");
  await expect(activation.getByText(/через 0[01]:\d\d/)).toBeVisible();
  await expect(activation.getByRole("button", { name: "Отправить код ещё раз" })).toBeDisabled();
  expect(path(page)).toBe("/");
  const code = /\b\d{4}\b/.exec((await lastMessage(phone, "код клуба")).text)?.[0] ?? "";
  expect(await countMessages(phone)).toBe(1);
  await activation.getByLabel("Код из СМС").fill(code === "1234" ? "4321" : "1234");
  await activation.getByRole("button", { name: "Подтвердить телефон" }).click();
  await expect(activation.getByRole("alert")).toContainText("Код не подошёл");
  await activation.getByLabel("Код из СМС").fill(code);
  await activation.getByRole("button", { name: "Подтвердить телефон" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByText("Баллы начисляются только после этого")).toBeVisible();
});

test("§4.13 feedback is written in a dialog over the page and survives a reload @js", async ({ page }) => {
  await page.goto("/q&a/");
  await hydrate(page);
  await page.locator("footer").getByRole("link", { name: "Обратная связь" }).click();
  const dialog = dialogOf(page, "Обратная связь");
  await dialog.getByLabel("Сообщение").fill("Когда придут баллы?");
  // The form keeps its draft from the moment in which the dialog is there.
  await page.waitForFunction(() => Object.values(sessionStorage).some((kept) => kept.includes("Когда придут баллы?")));
  await page.reload();
  await hydrate(page);
  await page.locator("footer").getByRole("link", { name: "Обратная связь" }).click();
  await expect(dialog.getByLabel("Сообщение")).toHaveValue("Когда придут баллы?");
  await dialog.getByLabel("Как к вам обращаться").fill("Анна");
  await dialog.getByLabel("E-mail для ответа").fill("anna@example.ru");
  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: "Отправить сообщение" }).click();
  await expect(page.getByText(/в течение 3\sрабочих дней/)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await page.locator("footer").getByRole("link", { name: "Обратная связь" }).click();
  await expect(dialog.getByLabel("Сообщение")).toHaveValue("");
});

test("§2.3.3 in a browser without dialogs a link opens the page @js", async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(HTMLDialogElement.prototype, "showModal");
  });
  await openHome(page);
  await pressLogin(page);
  await expect(page).toHaveURL(/\/login$/);
});

test.describe(() => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test("§2.3.3 a dialog whose script doesn't load opens as a page @js", async ({ page }) => {
    await page.route(/dialog-host/, (route) => route.abort());
    await openHome(page);
    await pressLogin(page);
    await expect(page).toHaveURL(/\/login$/);
  });
});

test("§2.4.4 §2.4.5 script clicks the button of a page opened from a mail once @js", async ({ page }) => {
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posts.push(new URL(request.url()).pathname);
  });
  // Scrolling starts the scripts on a slow device too, and presses nothing. Whatever Playwright does to a page is a press to it.
  await page.addInitScript(() => {
    addEventListener("load", () => document.body.dispatchEvent(new Event("pointerdown", { bubbles: true })));
  });
  const posted = page.waitForRequest((request) => request.method() === "POST");
  await page.goto("/?id=1&hash=wrong");
  await posted;
  await expect(page).toHaveURL(/\/unsubscribe$/);
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.getByRole("button", { name: "Отписаться" })).toBeEnabled();
  expect(posts).toEqual(["/unsubscribe.data"]);
});

test("§4.12 password recovery opens from the phone's menu, and the focus returns to it @js", async ({ page }) => {
  await openHome(page);
  const menu = page.locator("details.panel-menu");
  await menu.locator("summary").click();
  await menu.getByRole("link", { name: "Забыли пароль?" }).click();
  const dialog = dialogOf(page, "Забыли пароль?");
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(menu.locator("summary")).toBeFocused();
  await expect(menu.getByRole("link", { name: "Забыли пароль?" })).toBeHidden();
  await menu.locator("summary").click();
  await menu.getByRole("link", { name: "Забыли пароль?" }).click();
  await dialog.getByLabel("E-mail или телефон").fill("member@example.com");
  await dialog.getByRole("button", { name: "Получить ссылку" }).click();
  await expect(page.getByText("Проверьте почту")).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

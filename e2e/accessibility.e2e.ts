import { expect, type Page } from "@playwright/test";
import { SCREENS } from "../scripts/screens";
import { runClub } from "./setup/club-command";
import { hydrate } from "./setup/hydrate";
import { logInByRequest } from "./setup/participant";
import { findProblems, submitEmptyForm, useNarrowScreen } from "./setup/screen-checks";
import type { RunningServer } from "./setup/server";
import { test } from "./setup/test";

// The screens of all participants are checked in parallel.
test.describe.configure({ mode: "parallel" });

/** Further screens, with forms and empty or failed states, that aren't photographed. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  guest: ["/unsubscribe", "/entry", "/recovery/password", "/rules/?document=retail-rules"],
  curator: [
    "/dashboard/report/?page=99",
    "/dashboard/report/999999",
    "/dashboard/report/claims",
    "/dashboard/report/claims/999999",
    "/dashboard/invite/?search=nobody",
    "/dashboard/invite/tasks/import/999999",
    "/dashboard/points/?page=99",
    "/dashboard/gifts/nothing",
    "/dashboard/gifts/cart",
  ],
  manager: [
    "/dashboard/sales/?date_from=2001-01-01&date_to=2001-01-02",
    "/dashboard/sales/claims/new",
    "/dashboard/search/?inn=5000200016",
    "/dashboard/search/?inn=123",
  ],
  member: [
    "/dashboard/profile/companies",
    "/dashboard/profile/companies/new",
    "/dashboard/points/statement?month=2001-01",
    "/dashboard/points/statement?month=2999-01",
    "/dashboard/documents",
    "/dashboard/sales/claims",
    "/dashboard/gifts/delivery?delivery_city=Нетгорода",
    "/agreement",
    "/curator",
  ],
  "system-curator": ["/dashboard/report/", "/dashboard/invite/"],
  "system-manager": ["/dashboard/invite/"],
  newcomer: ["/dashboard/points/", "/dashboard/sales/", "/dashboard/gifts/"],
};

/** Pages whose form is sent empty. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  guest: ["/login", "/login?mode=email", "/register/manager", "/register/member", "/recovery", "/feedback"],
  curator: ["/dashboard/report/", "/dashboard/invite/new", "/dashboard/gifts/card", "/dashboard/documents"],
  manager: ["/dashboard/invite/import", "/dashboard/gifts/phone"],
  member: [
    "/dashboard/promo-code",
    "/dashboard/profile/companies/new",
    "/dashboard/documents",
    "/dashboard/sales/claims/new",
    "/dashboard/gifts/giftery",
  ],
  newcomer: ["/agreement"],
};

type Step = (page: Page, look: (what: string) => Promise<void>, server: RunningServer) => Promise<void>;

/** Screens that appear only after an action. */
const REACHED: Readonly<Record<string, Step>> = {
  async guest(page, look) {
    await page.goto("/?check_word=word&email=member%40example.com");
    await look("new password");
    await submitEmptyForm(page);
    await look("new password sent empty");
    await page.goto("/?id=1&hash=wrong");
    await look("unsubscribe by a link");
    await submitEmptyForm(page);
    await look("unsubscribe by a wrong link");
    await page.goto("/?token=wrong");
    await look("log in by a link");
    await page.goto("/activation");
    await page.getByLabel("Телефон, который вы указали").fill("79150009900");
    await page.getByRole("button", { name: "Получить код" }).click();
    await look("code");
    await page.getByLabel("Код из СМС").fill("0000");
    await page.getByRole("button", { name: "Подтвердить телефон" }).click();
    await expect(page.getByRole("alert")).toBeVisible();
    await look("wrong code");
  },
  async curator(page, look) {
    await page.goto("/dashboard/report/");
    await page.locator("main table a").first().click();
    await expect(page).toHaveURL(/\/report\/\d+/);
    await look("a report");
  },
  async manager(page, look) {
    await page.goto("/dashboard/invite/import");
    await page.getByLabel("Файл со списком").setInputFiles({
      name: "список.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("E-mail;Фамилия;Имя;Кого пригласить\r\nlook@example.org;Листов;Лев;Ритейл\r\nнет;;;"),
    });
    await page.getByRole("button", { name: "Пригласить по списку" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await look("invitations by a list");
  },
  async member(page, look) {
    await page.goto("/dashboard/profile/security");
    await page.getByLabel("Нынешний пароль").fill("not-the-password");
    await page.getByLabel("Новый пароль").fill("шестерня-и-вал");
    await page.getByRole("button", { name: "Сменить пароль" }).click();
    await expect(page.getByRole("alert").first()).toBeVisible();
    await look("refused password");
  },
  async "member-cart"(page, look) {
    await page.goto("/dashboard/gifts/cart");
    await page.getByRole("button", { name: /^Убрать Кепка/ }).click();
    await expect(page.getByRole("button", { name: /^Вернуть Кепка/ })).toBeVisible();
    await look("cart with a line taken out");
    await page.getByRole("button", { name: /^Вернуть Кепка/ }).click();
    const count = page.getByRole("form", { name: /^Количество: Кепка/ });
    await count.getByRole("spinbutton").fill("50");
    await count.getByRole("button", { name: "Изменить" }).click();
    await expect(page.getByText(/^Не хватает/)).toBeVisible();
    await look("cart beyond the points");
    await count.getByRole("spinbutton").fill("1");
    await count.getByRole("button", { name: "Изменить" }).click();
    await page.goto("/dashboard/gifts/delivery?delivery_city=Казань");
    await page.getByRole("radio").first().check();
    await page.getByRole("button", { name: "Забрать здесь" }).click();
    await look("cart with a pickup point");
    await page.request.post("/dashboard/gifts/order", { form: { intent: "start" } });
    await page.goto("/dashboard/gifts/order");
    await expect(page.getByRole("progressbar")).toBeVisible();
    await look("order under way");
    await page.getByRole("button", { name: "Приостановить" }).click();
    await expect(page.getByText("Заказ приостановлен")).toBeVisible();
    await look("order paused");
    await page.goto("/dashboard/gifts/cart");
    await expect(page.getByText("Заказ не закончен")).toBeVisible();
    await look("cart of an unfinished order");
    await page.goto("/dashboard/profile/");
    await expect(page.getByText("Заказ не закончен")).toBeVisible();
    await look("profile of an unfinished order");
    await page.request.post("/dashboard/gifts/order", { form: { intent: "stop" } });
  },
  async newcomer(page, look, server) {
    const scan = { name: "scan.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4\n%%EOF\n") };
    await page.request.post("/dashboard/documents", {
      multipart: {
        last_name: "Новый",
        first_name: "Нил",
        sur_name: "Нилович",
        birth_date: "28.02.1985",
        inn: "500100732259",
        passport_series: "4509",
        passport_number: "123456",
        passport_issue_date: "2010-05-20",
        passport_code: "770-001",
        passport_issued_by: "Отделом УФМС",
        registration_address: "Казань, ул. Ленина, д. 1",
        passport_main: scan,
        passport_registration: scan,
      },
    });
    await page.goto("/dashboard/documents");
    await expect(page.getByText("Документы на проверке")).toBeVisible();
    await look("documents that wait");
    const phone = SCREENS.newcomer?.phone ?? "";
    await runClub(server.dataDir, "reject-documents", phone, "--reason", "Разворот не читается");
    await page.goto("/dashboard/documents");
    await expect(page.getByText("Разворот не читается")).toBeVisible();
    await look("rejected documents");
  },
};

/** Turns the light version on: the HTML of a page without script, in which axe can still run. */
async function leaveBundleOut(page: Page, origin: string) {
  await page.context().addCookies([{ name: "light", value: "1", url: origin }]);
}

/** Adds a top-up and a souvenir, which needs delivery. */
async function fillCart(page: Page) {
  await page.goto("/dashboard/gifts/phone");
  await page.getByRole("radio").first().check();
  await page.getByLabel("Номер телефона").fill("8 (900) 123-45-67");
  await page.getByLabel("Оператор").selectOption({ index: 1 });
  await page.getByRole("button", { name: "Добавить в корзину" }).click();
  await expect(page.getByText("Подарок в корзине")).toBeVisible();
  await page.goto("/dashboard/gifts/");
  const cap = page.getByRole("article").filter({ hasText: "Кепка" });
  await cap.getByLabel("Размер").selectOption({ index: 1 });
  await cap.getByRole("button").click();
  await expect(page.getByText("Подарок в корзине")).toBeVisible();
}

for (const [role, { phone, paths }] of Object.entries(SCREENS)) {
  test(`architecture: every screen of ${role} passes axe and fits 320 px with large text @js`, async ({
    page,
    server,
  }) => {
    const found: string[] = [];
    await useNarrowScreen(page);
    if (phone) await logInByRequest(page, phone);
    if (role === "member-cart") await fillCart(page);
    const look = async (what: string) => {
      found.push(...(await findProblems(page, what)));
    };

    await leaveBundleOut(page, server.origin);
    const forms = FORMS[role] ?? [];
    for (const path of new Set([...paths, ...(MORE[role] ?? []), ...forms])) {
      await page.goto(path);
      await look(path);
      if (!forms.includes(path)) continue;
      await submitEmptyForm(page);
      await look(`${path} sent empty`);
    }
    await REACHED[role]?.(page, look, server);
    await page.context().clearCookies({ name: "light" });
    // One form for each participant with script; the markup is the same as above.
    for (const path of forms.slice(-1)) {
      await page.goto(path);
      await hydrate(page);
      await submitEmptyForm(page);
      await look(`${path} sent empty by script`);
    }
    expect(found).toEqual([]);
  });
}

import type { Locator, Page } from "@playwright/test";
import { hydrate } from "./setup/hydrate";
import { logInByRequest } from "./setup/participant";
import { expect, test } from "./setup/test";

interface Place {
  text: string;
  /** In px below the upper edge of the screen. */
  top: number;
  bottom: number;
  /** Nothing lies over its first line. */
  free: boolean;
}

/** Where the page says what a form has come to; nowhere while the next page is being loaded. */
function findPlaces(page: Page): Promise<Place[]> {
  return listPlaces(page).catch(() => []);
}

function listPlaces(page: Page): Promise<Place[]> {
  return page.locator("[role=alert], [role=status]").evaluateAll((said) =>
    said
      .filter((one) => one.textContent?.trim() && one.checkVisibility() && !one.closest(".visually-hidden, .spinner"))
      .map((one) => {
        const { left, width, top, bottom } = one.getBoundingClientRect();
        const found = document.elementFromPoint(left + width / 2, Math.max(top + 12, 0));
        return { text: one.textContent ?? "", top, bottom, free: found !== null && one.contains(found) };
      }),
  );
}

const isInSight = ({ top, free }: Place) => top >= 0 && top < 600 && free;

/** Expects words about what has come of a form on the screen that the person sees. */
async function expectInSight(page: Page, words: RegExp) {
  const seen = async () => (await findPlaces(page)).filter(({ text }) => words.test(text));
  await expect.poll(async () => (await seen()).length).toBeGreaterThan(0);
  // A page that scrolls to its fragment does so a moment after it is shown.
  await expect.poll(async () => (await seen()).some(isInSight), { message: JSON.stringify(await seen()) }).toBe(true);
  // Screen readers say it once.
  expect((await seen()).length).toBe(1);
}

/** Presses a button where the thumb is: at the lower edge of the screen. */
async function pressLow(button: Locator) {
  await button.evaluate((one) => one.scrollIntoView({ block: "end", behavior: "instant" }));
  await button.click();
}

async function enter(page: Page, phone: string) {
  await logInByRequest(page, phone);
  // The club's message would move what stands below it.
  await page.request.post("/banner", { form: { to: "/dashboard/profile/" }, maxRedirects: 0 });
}

async function visit(page: Page, address: string, scripted: boolean) {
  await page.goto(address);
  if (scripted) await hydrate(page);
}

async function open(page: Page, phone: string, address: string, scripted: boolean) {
  await enter(page, phone);
  await visit(page, address, scripted);
}

const tag = (page: Page, name: string) => page.getByRole("article").filter({ hasText: name });

interface Participant {
  name: string;
  phone: string | null;
  /** The pages of the forms that ask for something. */
  forms: readonly string[];
}

const PARTICIPANTS: readonly Participant[] = [
  {
    name: "a guest",
    phone: null,
    forms: ["/login", "/register/manager", "/register/member", "/activation", "/recovery", "/feedback"],
  },
  {
    name: "a curator",
    phone: "79000000001",
    forms: [
      "/dashboard/report/",
      "/dashboard/invite/new",
      "/dashboard/gifts/phone",
      "/dashboard/gifts/card",
      "/dashboard/gifts/giftery",
    ],
  },
  { name: "a manager", phone: "79000000002", forms: ["/dashboard/invite/import"] },
  {
    name: "a member",
    phone: "79000000003",
    forms: [
      "/dashboard/documents",
      "/dashboard/promo-code",
      "/dashboard/profile/security",
      "/dashboard/profile/companies/new",
      "/dashboard/sales/claims/new",
      "/dashboard/gifts/password",
    ],
  },
  { name: "a newcomer", phone: "79000000007", forms: ["/agreement"] },
];

for (const { name, phone, forms } of PARTICIPANTS) {
  test(`§8.10 what any form of ${name} refuses is said on the screen that the person sees`, async ({ page }, {
    project,
  }) => {
    if (phone) await enter(page, phone);
    for (const address of forms) {
      await test.step(address, async () => {
        await visit(page, address, project.name === "js");
        const form = page
          .locator("main form[method=post]")
          .filter({ has: page.locator("[required]") })
          .last();
        await form.evaluate((one: HTMLFormElement) => {
          one.scrollIntoView({ block: "end", behavior: "instant" });
          one.noValidate = true;
          one.requestSubmit();
        });
        await expectInSight(page, /\S/);
      });
    }
  });
}

/** Gifts that a page of their own puts into the cart: its last choice, and what it asks for. */
const GIFTS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  phone: (page) => page.getByLabel("Оператор").selectOption({ index: 1 }),
  card: async (page) => {
    await page.getByLabel("Номер карты").fill("4111 1111 1111 1111");
    await page.getByLabel("Имя владельца").fill("IVAN IVANOV");
  },
  giftery: async () => undefined,
};

for (const [kind, fill] of Object.entries(GIFTS)) {
  test(`§4.17 a gift of ${kind} in the cart is said on the screen that the person sees, beside the cart's count`, async ({
    page,
  }, { project }) => {
    await open(page, "79000000003", `/dashboard/gifts/${kind}`, project.name === "js");
    await page.getByRole("radio").last().check();
    await fill(page);
    await pressLow(page.getByRole("button", { name: "Добавить в корзину" }));
    await expectInSight(page, /Подарок в корзине/);
    await expectCartInSight(page);
    await page.getByRole("link", { name: "Оформить заказ" }).click();
    await expect(page.getByRole("heading", { name: "Корзина" })).toBeVisible();
    await expect(page.getByText("Подарок в корзине")).toHaveCount(0);
  });
}

async function expectCartInSight(page: Page) {
  const cart = page.locator("header").getByRole("link", { name: /Корзина/ });
  await expect(cart).toHaveAccessibleName(/1\sпозиция/);
  await expect(cart).toBeInViewport({ ratio: 1 });
}

test("§4.17 a souvenir in the cart is said on the screen that the person sees, beside the cart's count", async ({
  page,
}, { project }) => {
  await open(page, "79000000003", "/dashboard/gifts/", project.name === "js");
  await pressLow(tag(page, "Термос").getByRole("button"));
  await expectInSight(page, /Подарок в корзине/);
  await expectCartInSight(page);
});

test("§4.17 the bar is closed by its button, and the page's end lies free above it @js", async ({ page }) => {
  await open(page, "79000000003", "/dashboard/gifts/", true);
  await tag(page, "Термос").getByRole("button").click();
  await expectInSight(page, /Подарок в корзине/);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const [end, bar] = [await page.locator("footer").boundingBox(), await page.locator(".outcome").boundingBox()];
  expect(end && bar && end.y + end.height <= bar.y + 1).toBe(true);
  await page.getByRole("button", { name: "Закрыть" }).click();
  await expect(page.getByText("Подарок в корзине")).toHaveCount(0);
});

test("§3.10 what a row's «Отправить ещё раз» has come to is said on the screen that the person sees", async ({ page }, {
  project,
}) => {
  await open(page, "79000000001", "/dashboard/invite/", project.name === "js");
  await pressLow(page.getByRole("button", { name: /^Отправить ещё раз/ }).last());
  // With script or without, whichever comes second is too early for another letter.
  await expectInSight(page, /приглашение|Отправить ещё раз можно/i);
  // The invitation is gone meanwhile.
  const form = page.locator("main form").filter({ has: page.getByRole("button", { name: /^Отправить ещё раз/ }) });
  await form
    .last()
    .locator("[name=invite_id]")
    .evaluate((id: HTMLInputElement) => {
      id.value = "999999";
    });
  await pressLow(form.last().getByRole("button"));
  await expectInSight(page, /Такого приглашения нет/);
});

test("§4.17 the chosen pickup point is said on the screen that the person sees", async ({ page }, { project }) => {
  await open(page, "79000000003", "/dashboard/gifts/", project.name === "js");
  await tag(page, "Термос").getByRole("button").click();
  await expectInSight(page, /Подарок в корзине/);
  await page.goto("/dashboard/gifts/delivery?delivery_city=Казань");
  await page.getByRole("radio").last().check();
  await pressLow(page.getByRole("button", { name: "Забрать здесь" }));
  await expectInSight(page, /Заберёте здесь/);
});

test("§4.12 what a button of the open log-ins has come to is said on the screen that the person sees", async ({
  page,
}, { project }) => {
  await logInByRequest(page, "79000000003");
  await page.context().clearCookies();
  await open(page, "79000000003", "/dashboard/profile/security", project.name === "js");
  await pressLow(page.locator("main table").getByRole("button").last());
  await expectInSight(page, /вход завершён/);
});

for (const [what, phone, address, press] of [
  ["«Отправить ещё раз»", "79000000001", "/dashboard/invite/", /^Отправить ещё раз/],
  ["a promo code", "79000000003", "/dashboard/promo-code", /^Получить баллы/],
  ["a gift's page", "79000000003", "/dashboard/gifts/giftery", /^Добавить в корзину/],
] as const) {
  test(`§8.9 a connection lost by ${what} leaves the page as it is, and is said on the screen @js`, async ({
    page,
    context,
    expectedErrors,
  }) => {
    expectedErrors.push(/ERR_INTERNET_DISCONNECTED/);
    await open(page, phone, address, true);
    const heading = await page.locator("h1").textContent();
    const text = page.locator("main input[type=text][required]");
    if (await text.count()) await text.first().fill("DEMO-500");
    if (await page.getByRole("radio").count()) await page.getByRole("radio").first().check();
    await context.setOffline(true);
    await pressLow(page.locator("main").getByRole("button", { name: press }).last());
    await expectInSight(page, /Связь прервалась/);
    await expect(page.locator("h1")).toHaveText(heading ?? "");
    if (await text.count()) await expect(text.first()).toHaveValue("DEMO-500");
    await context.setOffline(false);
  });
}

test("§8.9 a lost connection that leaves no page brings the person to the heading that says so @js", async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  await open(page, "79000000002", "/dashboard/search/?inn=5000200016", true);
  await context.setOffline(true);
  await pressLow(page.locator("main").getByRole("link", { name: "Отчёты по месяцам" }));
  const heading = page.getByRole("heading", { name: "Нет связи" });
  await expect(heading).toBeInViewport({ ratio: 1 });
  await expect(page.locator(":focus").filter({ has: heading })).toHaveCount(1);
});

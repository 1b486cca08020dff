import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { addCompany, addPerson, PASSWORD } from "../../club/club-people";
import { photo } from "../../club/sales/deals/claims";
import { openTestClub, type TestClub } from "../../setup/club";
import { type BothPortals, openBothPortals, type TestPortal } from "../../setup/portal";
import { openBrowser, type PortalBrowser } from "../../setup/portal-browser";

let club: TestClub;
let portals: BothPortals;
let portal: TestPortal;
let specified: TestPortal;

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  club = await openTestClub();
  portals = await openBothPortals(club);
  ({ portal, specified } = portals);
});
afterAll(async () => {
  await portals?.close();
  await club?.close();
});
afterEach(() => vi.useRealTimers());

const SALES = "/dashboard/sales/";
const textOf = ({ document }: { document: Document }) => document.querySelector("main")?.textContent ?? "";
const today = () => new Date().toISOString().slice(0, 10);

/** A distributor with a manager and a shop, each logged in. */
async function addPeople() {
  const curator = await addPerson(club, { role: "curator", last_name: "Кураторов" });
  await addCompany(club, curator.id, "distributor", "Запчасть-Опт");
  const manager = await addPerson(club, { role: "manager", curator_id: curator.id, last_name: "Менеджеров" });
  const member = await addPerson(club, { curator_id: curator.id, manager_id: manager.id });
  const shop = await addCompany(club, member.id, "retail", "Ось");
  const article = { code: "CLAIM-7", name: "Фильтр масляный", manager_points: 2, member_points: 3 };
  await club.db
    .insertInto("articles")
    .values(article)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const open = async (phone: string) => openBrowser(portal, await portal.logIn(phone, PASSWORD)) as PortalBrowser;
  return {
    manager: { ...manager, browser: await open(manager.phone) },
    member: { ...member, browser: await open(member.phone) },
    curator: { ...curator, browser: await open(curator.phone) },
    shop,
    claimed: {
      article_code: article.code,
      sell_count: "5",
      sell_date: today(),
      curator_id: String(curator.id),
      inn: shop.inn,
      document_number: "УПД-88",
      comment: "Забыли в отчёте",
    },
  };
}

test("architecture: a shop claims a purchase without script, the curator corrects it, and both pages say what came of it", async () => {
  const { member, curator, manager, claimed } = await addPeople();
  expect((await member.browser.open(SALES)).text).toContain("Нет покупки?");
  const form = await member.browser.open("/dashboard/sales/claims/new");
  expect(form.text).toContain("Запчасть-Опт");
  // A shop may have several companies of one name.
  expect(form.document.querySelector("select[name=inn] option")?.textContent).toBe(`Ось, ИНН ${claimed.inn}`);
  const refused = await member.browser.submit(
    { ...claimed, article_code: "НЕТ-ТАКОГО", photo: photo() },
    "Отправить заявку",
  );
  expect([refused.status, refused.document.querySelector("#claim-article_code-error")?.textContent]).toEqual([
    422,
    expect.stringContaining("не участвует в программе"),
  ]);
  for (const [name, value] of Object.entries({ ...claimed, article_code: "НЕТ-ТАКОГО" })) {
    const field = refused.document.querySelector<HTMLInputElement>(`[name=${name}]`);
    expect([name, field?.value]).toEqual([name, value]);
  }
  const photos = { photo: photo(), second_photo: photo("%PDF-1.7\n") };
  const sent = await member.browser.submit({ ...claimed, ...photos }, "Отправить заявку");
  expect(sent.status).toBe(303);
  expect(textOf(await member.browser.open("/dashboard/sales/claims"))).toMatch(
    /CLAIM-7 Фильтр масляный.*5.*На\sпроверке/s,
  );

  const list = await curator.browser.open("/dashboard/report/");
  expect(list.text).toContain("Заявки о продажах: 1");
  const claims = await curator.browser.open("/dashboard/report/claims");
  const link = [...claims.document.querySelectorAll("main a")].find((a) => a.textContent?.includes("№"));
  const address = link?.getAttribute("href") ?? "";
  const card = await curator.browser.open(address);
  expect(textOf(card)).toMatch(/УПД-88.*Забыли в отчёте/s);
  const picture = card.document.querySelector("main img")?.getAttribute("src") ?? "";
  const headers = { Cookie: (await portal.logIn(curator.phone, PASSWORD)) ?? "" };
  const file = await portal.ask(picture, { headers });
  expect([file.status, file.headers.get("Content-Type"), file.headers.get("Cache-Control")]).toEqual([
    200,
    "image/jpeg",
    "private, no-store",
  ]);
  const second = await curator.browser.open(`${address}/photos/2`);
  expect(second.text).toMatch(/^%PDF/);

  await curator.browser.open(address);
  const accepted = await curator.browser.submit(
    { article_code: "CLAIM-7", sell_count: "4", sell_date: today(), manager_id: String(manager.id) },
    "Принять и начислить баллы",
  );
  expect(accepted.status).toBe(303);
  expect(textOf(await curator.browser.open("/dashboard/report/claims"))).toContain("Принята");
  expect(textOf(await member.browser.open("/dashboard/sales/claims"))).toMatch(/Принята.*12/s);
  expect(textOf(await member.browser.open(SALES))).toContain("Фильтр масляный");
});

test("architecture: a curator refuses a manager's claim with a reason that the manager reads; without one the form says so", async () => {
  const { manager, curator, claimed } = await addPeople();
  await manager.browser.open("/dashboard/sales/claims/new");
  await manager.browser.submit({ ...claimed, photo: photo("%PDF-1.7\n") }, "Отправить заявку");
  const { id } = await club.db
    .selectFrom("sale_claims")
    .select("id")
    .where("user_id", "=", manager.id)
    .executeTakeFirstOrThrow();
  const address = `/dashboard/report/claims/${id}`;
  expect(textOf(await manager.browser.open("/dashboard/sales/claims"))).toMatch(/Мои продажи.*Заявить продажу/s);
  expect(textOf(await curator.browser.open(address))).toContain("Скачать файл 1");
  const missing = await curator.browser.submit({ reason: "" }, "Отклонить заявку");
  expect([missing.status, missing.document.querySelector("#refuse-reason-error")?.textContent]).toEqual([
    400,
    "Укажите причину: её увидит участник.",
  ]);
  await curator.browser.submit({ reason: "Другой артикул" }, "Отклонить заявку");
  expect(textOf(await manager.browser.open("/dashboard/sales/claims"))).toMatch(/Отклонена.*Другой артикул/s);
  const decided = await curator.browser.open(address);
  expect(decided.text).not.toContain("Принять и начислить баллы");
  expect((await curator.browser.open("/dashboard/report/claims/99999999")).status).toBe(404);
});

test("§5.1 an empty claim is told all that is missing at once, above the form and at its fields", async () => {
  const { member } = await addPeople();
  await member.browser.open("/dashboard/sales/claims/new");
  const empty = { article_code: "", sell_count: "", sell_date: "", document_number: "" };
  const { status, document } = await member.browser.submit(empty, "Отправить заявку");
  expect(status).toBe(400);
  const links = [...document.querySelectorAll(".error-summary a")].map((link) => link.getAttribute("href"));
  for (const name of [...Object.keys(empty), "photo"]) {
    expect(links).toContain(`#claim-${name}`);
    expect([name, document.querySelector(`#claim-${name}-error`)?.textContent]).toEqual([
      name,
      expect.stringMatching(/./),
    ]);
  }
});

test("architecture: a shop withdraws a claim that waits; one that was answered meanwhile stays, and the page says so", async () => {
  const { member, curator, claimed } = await addPeople();
  await member.browser.open("/dashboard/sales/claims/new");
  await member.browser.submit({ ...claimed, photo: photo() }, "Отправить заявку");
  await member.browser.open("/dashboard/sales/claims");
  const withdrawn = await member.browser.submit({}, "Снять заявку");
  expect(withdrawn.status).toBe(303);
  const after = await member.browser.open("/dashboard/sales/claims");
  expect(after.text).toMatch(/Заявка №\s\d+\sснята/);
  expect(textOf(after)).toContain("Заявок пока нет");
  expect(textOf(after)).toMatch(/Мои покупки.*Заявить покупку/s);

  await member.browser.open("/dashboard/sales/claims/new");
  await member.browser.submit({ ...claimed, photo: photo() }, "Отправить заявку");
  await member.browser.open("/dashboard/sales/claims");
  const claim = await club.db
    .selectFrom("sale_claims")
    .select("id")
    .where("user_id", "=", member.id)
    .executeTakeFirst();
  await curator.browser.open(`/dashboard/report/claims/${claim?.id}`);
  await curator.browser.submit({ reason: "Уже в отчёте" }, "Отклонить заявку");
  await member.browser.submit({}, "Снять заявку");
  const late = await member.browser.open("/dashboard/sales/claims");
  expect(late.text).toContain("уже решена");
  expect(textOf(late)).toContain("Отклонена");
  expect(late.text).not.toContain("Снять заявку");
});

test("architecture: an upstream without claims shows no link, and the pages lead back", async () => {
  const { member, curator } = await addPeople();
  const browserOf = async (phone: string) => openBrowser(specified, await specified.logIn(phone, PASSWORD));
  const shop = await browserOf(member.phone);
  expect((await shop.open(SALES)).text).not.toContain("claims");
  const distributor = await browserOf(curator.phone);
  expect((await distributor.open("/dashboard/report/")).text).not.toContain("claims");
  const ask = async (path: string, phone: string) => {
    const cookie = (await specified.logIn(phone, PASSWORD)) ?? "";
    const response = await specified.ask(path, { headers: { Cookie: cookie } });
    return [response.status, response.headers.get("Location")];
  };
  for (const path of ["/dashboard/sales/claims", "/dashboard/sales/claims/new"])
    expect(await ask(path, member.phone)).toEqual([303, SALES]);
  for (const path of ["/dashboard/report/claims", "/dashboard/report/claims/1", "/dashboard/report/claims/1/photos/1"])
    expect(await ask(path, curator.phone)).toEqual([303, "/dashboard/report/"]);
});

test("§9.1 the last day that a claim, its correction and a passport may have is that of Moscow", async () => {
  const { member, manager, curator, claimed } = await addPeople();
  await member.browser.open("/dashboard/sales/claims/new");
  await member.browser.submit({ ...claimed, photo: photo() }, "Отправить заявку");
  const { id } = await club.db
    .selectFrom("sale_claims")
    .select("id")
    .where("user_id", "=", member.id)
    .executeTakeFirstOrThrow();
  const day = today();
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  const latest = async ({ browser }: { browser: PortalBrowser }, path: string) => {
    const { document } = await browser.open(path);
    const fields = [...document.querySelectorAll("main input[max]")];
    return [...new Set(fields.map((field) => field.getAttribute("max")))];
  };
  for (const [time, today] of [
    ["20:59:59", day],
    ["21:00:00", next],
  ] as const) {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(`${day}T${time}Z`) });
    expect([time, await latest(member, "/dashboard/sales/claims/new")]).toEqual([time, [today]]);
    expect([time, await latest(manager, "/dashboard/sales/claims/new")]).toEqual([time, [today]]);
    expect([time, await latest(curator, `/dashboard/report/claims/${id}`)]).toEqual([time, [today]]);
    expect([time, await latest(member, "/dashboard/documents")]).toEqual([time, [today]]);
  }
});

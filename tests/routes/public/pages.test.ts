import { afterAll, beforeAll, expect, test } from "vitest";
import { listDemoPromotions } from "../../../club/demo/promotions";
import { moscowDate } from "../../../club/platform/moscow-date";
import { listPromotions } from "../../../contract/promotions";
import { openTestClub, type TestClub } from "../../setup/club";
import { openTestPortal, type TestPortal } from "../../setup/portal";

let club: TestClub;
let portal: TestPortal;
let member: string;

beforeAll(async () => {
  club = await openTestClub({ seed: true });
  portal = await openTestPortal(club);
  member = await portal.logIn("79000000003");
});
afterAll(async () => {
  await portal?.close();
  await club?.close();
});

/** The promotion of the demo that begins with the next season. */
const COMING = listDemoPromotions(moscowDate(new Date())).at(-1)?.name ?? "";

const ANDROID = "Mozilla/5.0 (Linux; Android 13; Pixel 7) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36";
const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36";

async function read(path: string, headers: Record<string, string> = {}) {
  const response = await portal.ask(path, { headers });
  return { status: response.status, headers: response.headers, html: cutMain(await response.text()) };
}

async function send(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await portal.ask(path, { method: "POST", headers, body: new URLSearchParams(fields) });
  const cookies = response.headers.getSetCookie();
  return {
    status: response.status,
    location: response.headers.get("Location"),
    cookies,
    html: cutMain(await response.text()),
  };
}

/** The HTML of the page with the consent question, without the copy of its data for script. */
function cutMain(html: string): string {
  return html.replace(/<(script|style)[\s\S]*?<\/\1>/g, "").replaceAll("<!-- -->", "");
}

/** Follows a form to its next page with the cookies that it set. */
function follow(answer: { location: string | null; cookies: string[] }, cookie = "") {
  const cookies = [cookie, ...answer.cookies.map((one) => one.split(";", 1)[0])].filter(Boolean).join("; ");
  return read(answer.location ?? "", { Cookie: cookies });
}

async function findPromotion(name: string): Promise<string> {
  const { items } = await club.ask(listPromotions, { per_page: 50 });
  const found = items.find((promotion) => promotion.name === name);
  if (!found) throw new Error(`no promotion ${name}`);
  return found.id;
}

test("§8.9 no character of a page is split at the end of React's buffers", async () => {
  for (const path of ["/", "/q&a/", "/rules/?document=retail-rules", "/promo/"]) {
    const html = await (await portal.ask(path)).text();
    expect([path, html.includes("\0"), html.includes("\ufffd")]).toEqual([path, false, false]);
  }
});

test("§1.8 the home page shows the steps, the gifts, the newest promotions and questions", async () => {
  const { html } = await read("/");
  expect(html).toMatch(/<h1>Баллы за каждую деталь<\/h1>/);
  expect(html).toContain("12\u00a0450\u00a0баллов");
  const steps = html.replaceAll("\u00ad", "");
  for (const word of [">Зарегистрируйтесь<", "Собирайте баллы", "Меняйте на подарки"]) expect(steps).toContain(word);
  for (const word of ["На телефон", "Сертификаты", "Магазин на выбор", "На карту", "Сувениры"]) {
    expect(html).toContain(word);
  }
  for (const word of [COMING, "Масло с выгодой", "Кто может вступить в клуб?"]) {
    expect(html).toContain(word);
  }
  expect(html).toMatch(/href="\/register"[^>]*>Вступить в клуб/);
  // A shop invites nobody, so its year has no invitations.
  expect(html.slice(html.indexOf("Год одного магазина"), html.indexOf("Ваш счёт"))).not.toMatch(/приглаш/i);
});

test("§4.14 §9.1 a guest's page may be cached with and without the consent, which is stored for a hundred days", async () => {
  const first = await read("/promo/");
  expect(first.headers.get("Cache-Control")).toContain("public");
  expect(first.html).toContain('action="/cookies"');
  expect((await read("/promo/")).html).toBe(first.html);

  const answer = await send("/cookies", { to: "/promo/?page=1" });
  expect([answer.status, answer.location]).toEqual([303, "/promo/?page=1"]);
  expect(answer.cookies).toEqual(["cookie_consent=1; Max-Age=8640000; Path=/; HttpOnly; SameSite=Lax"]);

  const second = await follow(answer);
  expect(second.html).not.toContain('action="/cookies"');
  expect(second.headers.get("Cache-Control")).toContain("public");
  expect(second.headers.get("Vary")).toContain("Cookie");
});

test.each(["https://example.com/", "//example.com", "/\\example.com", "/\t/example.com", ""])(
  "§4.14 nobody is led to another site by %j",
  async (to) => {
    expect((await send("/cookies", { to })).location).toBe("/");
    expect((await send("/light", { to, light: "1" })).location).toBe("/");
  },
);

test("§4.14 the light version is switched on and off; opening the address of the switch returns to the page before", async () => {
  const on = await send("/light", { light: "1", to: "/q&a/" });
  expect([on.location, on.cookies[0]]).toEqual(["/q&a/", expect.stringContaining("light=1")]);
  expect((await send("/light", { light: "0" })).cookies[0]).toContain("Max-Age=0");
  const back = await portal.ask("/light", { headers: { Referer: "http://127.0.0.1:3000/promo/" } });
  expect(back.headers.get("Location")).toBe("/promo/");
  const foreign = await portal.ask("/light", { headers: { Referer: "https://example.com/promo/" } });
  expect(foreign.headers.get("Location")).toBe("/");
});

test("§4.14 a switch that names no page leads back to the one before, with its query, and to no other site", async () => {
  const targets = async (referrer: string) => {
    const headers = { Referer: referrer };
    const [light, cookies] = [await send("/light", { light: "1" }, headers), await send("/cookies", {}, headers)];
    return [light.location, cookies.location];
  };
  expect(await targets("http://127.0.0.1:3000/promo/?page=2")).toEqual(["/promo/?page=2", "/promo/?page=2"]);
  expect(await targets("http://other.example/promo/")).toEqual(["/", "/"]);
});

test("§2.1.8 §9.1 the rules viewer is 600 px high, on Android a link replaces it, and shared caches store neither", async () => {
  const list = await read("/rules/");
  expect(list.headers.get("Cache-Control")).toContain("public");
  expect(list.html).toContain("Магазинам и сервисам");
  expect(list.html).toContain("/rules/?document=retail-rules");

  const desktop = await read("/rules/?document=retail-rules", { "User-Agent": WINDOWS });
  expect(desktop.html).toMatch(/<object data="\/media\/[^"]+\.pdf" type="application\/pdf" width="100%" height="600"/);
  const phone = await read("/rules/?document=retail-rules", { "User-Agent": ANDROID });
  expect(phone.html).not.toContain("<object");
  expect(phone.html).toMatch(/href="\/media\/[^"]+\.pdf"[^>]*>Открыть документ/);
  for (const { headers } of [desktop, phone]) {
    expect(headers.get("Cache-Control")).toContain("private");
    expect(headers.get("Vary")).toContain("User-Agent");
  }
  expect(phone.html).toContain("За что начисляются баллы");
  expect((await read("/rules/?document=unknown")).status).toBe(404);
});

test("§1.7 questions are found by the text of their answers and unfolded by their address; a search may find nothing", async () => {
  const all = await read("/q&a/");
  const id = /id="question-(\d+)"/.exec(all.html)?.[1] ?? "";
  expect(all.html).not.toContain('<details class="disclosure" open');
  expect((await read(`/q&a/?question=${id}`)).html).toMatch(
    new RegExp(
      `<details class="disclosure" open=""><summary>.{1,200}</summary><div class="disclosure-content" id="question-${id}"`,
    ),
  );
  const found = await read(`/q&a/?search=${encodeURIComponent("постаматы ДОСТАВКЕ")}`);
  expect(found.html).toContain("Куда доставляют сувениры?");
  expect(found.html).toContain("1\u00a0ответ");
  // A single answer is what was looked for; of several the person chooses.
  const countOpen = (html: string) => html.match(/<details class="disclosure" open/g)?.length ?? 0;
  const several = await read(`/q&a/?search=${encodeURIComponent("баллы")}`);
  expect(several.html).toMatch(/\d\u00a0ответ(?:а|ов)/);
  expect([countOpen(found.html), countOpen(several.html)]).toEqual([1, 0]);
  // Whoever names a question in the address wants that one, whatever else is found.
  const other = await read(`/q&a/?search=${encodeURIComponent("постаматы ДОСТАВКЕ")}&question=0`);
  expect([other.html.includes("Куда доставляют сувениры?"), countOpen(other.html)]).toEqual([true, 0]);
  const none = await read(`/q&a/?search=${encodeURIComponent("дирижабль")}`);
  expect([none.status, none.html.includes("Такого вопроса ещё не было")]).toEqual([200, true]);
});

test("§1.5 promotions show their dates and state to everyone; a guest is asked to log in", async () => {
  const { html } = await read("/promo/");
  for (const word of ["идёт", "скоро", COMING]) expect(html).toContain(word);
  const page = await read(`/promo/${await findPromotion("Масло с выгодой")}`);
  expect(page.html).toContain("Участвовать могут те, кто вступил в клуб");
  expect(page.html).not.toMatch(/<button[^>]*>Участвовать/);
  // One without conditions says what it says shortly.
  const short = { description: "", description_short: "Коротко об акции" };
  const { id } = await club.db
    .insertInto("promotions")
    .values({ name: "Короткая", ...short })
    .returning("id")
    .executeTakeFirstOrThrow();
  expect((await read(`/promo/${id}/`)).html).toContain("Коротко об акции");
  await club.db.deleteFrom("promotions").where("id", "=", id).execute();
  expect((await read("/promo/999999/")).status).toBe(404);
  expect((await read("/promo/none/")).html).toContain("Такой акции нет");
  expect((await read("/promo/?page=50")).html).toContain("На этой странице акций нет");
});

test("§1.5 §9.1 many promotions are split into pages of twelve, each on one page only, for a guest and a member", async () => {
  const more = Array.from({ length: 20 }, (_, index) => ({ name: `Акция ${index + 1}` }));
  const added = await club.db.insertInto("promotions").values(more).returning("id").execute();
  const visitors: Record<string, string>[] = [{}, { Cookie: member }];
  for (const headers of visitors) {
    const pages = await Promise.all([1, 2, 3].map((page) => read(`/promo/?page=${page}`, headers)));
    const listed = pages.map(({ html }) => [...html.matchAll(/href="\/promo\/(\d+)\/"/g)].map(([, id]) => id));
    const { total } = await club.ask(listPromotions, {});
    expect(listed.map((ids) => ids.length)).toEqual([12, Math.min(12, total - 12), Math.max(0, total - 24)]);
    expect(new Set(listed.flat()).size).toBe(total);
    expect(pages[0]?.html).toContain('href="/promo/?page=2"');
    expect(pages[1]?.html).toMatch(/aria-current="page"[^>]*>2</);
  }
  const ids = added.map(({ id }) => id);
  await club.db.deleteFrom("promotions").where("id", "in", ids).execute();
});

test("§1.5 a member joins a promotion once, and the page shows it; one that hasn't begun is refused with a message", async () => {
  const headers = { Cookie: member };
  const path = `/promo/${await findPromotion("Масло с выгодой")}/`;
  expect((await read(path, headers)).html).toMatch(/<button[^>]*>Участвовать/);
  const joined = await send(path, {}, headers);
  expect([joined.status, joined.location]).toEqual([303, path]);
  const after = await follow(joined, member);
  expect(after.html).toContain("Вы участвуете в акции.");
  expect(after.html).not.toMatch(/<button[^>]*>Участвовать/);

  const coming = `/promo/${await findPromotion(COMING)}/`;
  const refused = await send(coming, {}, headers);
  expect(refused.status).toBe(422);
  expect(refused.html).toContain("Акция ещё не началась.");
  expect((await send(path, {})).location).toBe("/login");
  // Nobody is offered what only those who collect points can do.
  for (const phone of ["79000000004", "79000000005", "79000000006"]) {
    const seen = await read(path, { Cookie: await portal.logIn(phone) });
    expect([phone, seen.status, /<button[^>]*>Участвовать/.test(seen.html)]).toEqual([phone, 200, false]);
  }
  const manager = await read(path, { Cookie: await portal.logIn("79000000002") });
  expect(manager.html).toMatch(/<button[^>]*>Участвовать/);
});

test("§1.5 the page of a promotion says what it adds to sales, from which day, and what is left of its budget", async () => {
  const id = await findPromotion("Масло с выгодой");
  const text = async (headers: Record<string, string> = {}) =>
    (await read(`/promo/${id}/`, headers)).html.replace(/\s+/g, " ");
  expect((await read("/promo/")).html.replace(/\s/g, " ")).toContain("баллы × 1,25");
  const guest = await text();
  expect(guest).toContain("Баллы × 1,25");
  expect(guest).toContain("сделки со дня вступления в акцию до её конца");
  expect(guest).toContain("В бюджете акции осталось 40 000 баллов");

  const { id: userId } = await club.db
    .selectFrom("users")
    .select("id")
    .where("phone", "=", "79000000003")
    .executeTakeFirstOrThrow();
  const participant = { promotion_id: Number(id), user_id: userId, joined_at: new Date("2026-01-15T21:30:00Z") };
  await club.db
    .insertInto("promotion_participants")
    .values(participant)
    .onConflict((row) => row.columns(["promotion_id", "user_id"]).doUpdateSet({ joined_at: participant.joined_at }))
    .execute();
  const deal = await club.db.selectFrom("deals").select("id").where("member_id", "=", userId).executeTakeFirstOrThrow();
  const bonus = { deal_id: deal.id, sale_id: deal.id, promotion_id: Number(id), user_id: userId, points: 120 };
  await club.db.insertInto("promotion_bonuses").values(bonus).execute();
  await club.db.updateTable("promotions").set({ budget: 120, bonus_spent: 120 }).where("id", "=", Number(id)).execute();
  const own = await text({ Cookie: member });
  expect(own).toMatch(/Вам считаются сделки с \d{2}\.\d{2}\.\d{2} по \d{2}\.\d{2}\.\d{2}/);
  expect(own).toContain("Бюджет акции закончился");
  expect(own).toContain("Акция принесла вам 120 баллов");
  const plain = await read(`/promo/${await findPromotion("Искра по коду")}/`);
  expect(plain.html).not.toContain("Прибавка к обычным баллам");
});

test("§7.1 the articles of a promotion are downloaded unchanged; for an unknown one it is a 404", async () => {
  const file = await portal.ask(`/promo/${await findPromotion("Масло с выгодой")}/articles`);
  expect(file.headers.get("Content-Type")).toContain("text/csv");
  expect(file.headers.get("Content-Disposition")).toContain("attachment");
  expect(await file.text()).toContain("Артикул;Наименование");
  expect((await portal.ask("/promo/999999/articles")).status).toBe(404);
});

test("§1.5 a promo code gives its points; an error is shown at the field, which keeps the code", async () => {
  const headers = { Cookie: member };
  const path = "/dashboard/promo-code/";
  const done = await send(path, { promo_code: " demo 100 " }, headers);
  expect(done.status).toBe(303);
  expect((await follow(done, member)).html).toMatch(/\+100\u00a0баллов.*Промокод принят\. Акция «Искра по коду»\./);

  const again = await send(path, { promo_code: "DEMO-100" }, headers);
  expect(again.status).toBe(422);
  expect(again.html).toMatch(/id="promo-code-promo_code-error">Вы уже ввели этот промокод\.</);
  expect(again.html).toContain('value="DEMO-100"');
  expect((await send(path, { promo_code: "  " }, headers)).html).toContain("Введите промокод.");
});

test("§1.5 beside the promo code stand the promotions whose codes count today, and no earlier and later ones", async () => {
  const offered = async () => (await read("/dashboard/promo-code/", { Cookie: member })).html.includes("Искра по коду");
  expect(await offered()).toBe(true);
  const day = (days: number) => moscowDate(new Date(Date.now() + days * 24 * 60 * 60 * 1000));
  const query = club.db.selectFrom("promotions").select(["date_start", "date_end"]).where("name", "=", "Искра по коду");
  const dates = await query.executeTakeFirstOrThrow();
  const move = (date_start: string | null, date_end: string | null) =>
    club.db.updateTable("promotions").set({ date_start, date_end }).where("name", "=", "Искра по коду").execute();
  await move(day(-9), day(-1));
  expect(await offered()).toBe(false);
  await move(day(1), day(9));
  expect(await offered()).toBe(false);
  await move(day(0), day(0));
  expect(await offered()).toBe(true);
  await move(dates.date_start, dates.date_end);
});

test("§2.2.4 only a member gets from the promotions to the promo code", async () => {
  const link = 'href="/dashboard/promo-code"';
  expect((await read("/promo/", { Cookie: member })).html).toContain(link);
  expect((await read("/promo/")).html).not.toContain(link);
  expect((await read("/promo/", { Cookie: await portal.logIn("79000000002") })).html).not.toContain(link);
});

test("§4.13 a long message comes back with its error, but nothing that is longer than any field", async () => {
  const form = { name: "Пётр", email: "x" };
  const long = "я".repeat(6_000);
  const kept = await send("/feedback", { ...form, message: long });
  expect([kept.status, kept.html.includes(long)]).toEqual([400, true]);
  const excessive = await send("/feedback", { ...form, message: "я".repeat(100_000) });
  expect([excessive.status, excessive.html.includes("Пётр")]).toEqual([400, true]);
  expect(excessive.html.length).toBeLessThan(50_000);
});

test("§4.13 §5.11 feedback is validated and sent; the notice promises an answer within three days", async () => {
  const empty = await send("/feedback", { name: " ", email: "x", message: "" });
  expect(empty.status).toBe(400);
  for (const words of ["Укажите имя.", "Проверьте e-mail", "Напишите сообщение.", "Отметьте, что согласны"]) {
    expect(empty.html).toContain(words);
  }
  const form = { name: "Анна", email: "anna@example.ru", message: "Где мои баллы?", policy: "on" };
  const sent = await send("/feedback", form);
  expect([sent.status, sent.location]).toEqual([303, "/"]);
  expect((await follow(sent)).html).toMatch(/Менеджеры ответят в течение 3\u00a0рабочих дней/);
  await club.lastMessage("support@example.com", "Где мои баллы?");
  expect((await read("/feedback", { Cookie: member })).html).toContain('value="member@example.com"');
});

test("§4.13 feedback returns to the page that it was opened on, also after a refused form", async () => {
  const opened = await read("/feedback", { Referer: "http://127.0.0.1:3000/promo/1/?from=mail" });
  expect(opened.html).toMatch(/name="to" value="\/promo\/1\/\?from=mail"/);
  const to = "/promo/1/?from=mail";
  const refused = await send("/feedback", { to, name: "Анна" });
  expect(refused.html).toMatch(/name="to" value="\/promo\/1\/\?from=mail"/);
  const form = { name: "Анна", email: "anna@example.ru", message: "Где мои баллы?", policy: "on" };
  expect((await send("/feedback", { ...form, to })).location).toBe(to);
  expect((await send("/feedback", { ...form, to: "//evil.example" })).location).toBe("/");
  expect((await send("/feedback", form, { Cookie: member })).location).toBe("/dashboard/profile/");
});

test("§1.11 §2.3.1 §2.3.2 header and footer of a guest and of a member", async () => {
  const guest = (await read("/q&a/")).html;
  for (const part of ['href="/login"', 'href="/recovery"', 'href="/feedback"', "Техническая поддержка", "ВКонтакте"]) {
    expect(guest).toContain(part);
  }
  for (const part of ["Политика конфиденциальности", "Согласие на обработку", "© 2025", "Где купить"]) {
    expect(guest).toContain(part);
  }
  expect(guest).not.toContain("Корзина");
  const own = (await read("/q&a/", { Cookie: member })).html;
  expect(own).toMatch(/<button[^>]*disabled=""[^>]*>.*Корзина/);
  expect(own).toContain("Проверить подлинность");
  expect(own).toContain('action="/logout"');
  const tadam = (await read("/q&a/", { Cookie: await portal.logIn("79000000004") })).html;
  expect(tadam).not.toMatch(/Корзина|Проверить подлинность|class="odometer/);
});

test("§2.1.6 the articles of a promotion are on its page, found by code or name, beside the file", async () => {
  const { id, article_code, article_name } = await club.db
    .selectFrom("promotion_articles")
    .innerJoin("promotions", "promotions.id", "promotion_articles.promotion_id")
    .select(["promotions.id", "article_code", "article_name"])
    .where("promotions.is_enabled", "=", true)
    .orderBy("article_code")
    .executeTakeFirstOrThrow();
  const page = await read(`/promo/${id}/`);
  expect(page.html).toMatch(new RegExp(`<code class="no-break">${article_code}<`));
  expect(page.html).toContain(`/promo/${id}/articles`);
  const found = await read(`/promo/${id}/?search=${encodeURIComponent(article_name.toLowerCase())}`);
  expect(found.html).toContain(article_code);
  const none = await read(`/promo/${id}/?search=${encodeURIComponent("нет такого")}`);
  expect(none.html).not.toContain(article_code);
  expect(none.html).toContain("ничего не нашлось");
});

test("architecture: the accessibility statement is linked from every page and says how to complain", async () => {
  expect((await read("/promo/")).html).toContain('href="/accessibility"');
  const { status, html } = await read("/accessibility");
  expect(status).toBe(200);
  for (const word of ["ГОСТ Р 52872", "WCAG 2.2", "/feedback"]) expect(html).toContain(word);
});

test("§1.6 the page of a top-up has the participant's own phone and its probable operator filled in", async () => {
  await club.db.updateTable("users").set({ phone: "79160000099" }).where("email", "=", "member@example.com").execute();
  const { html } = await read("/dashboard/gifts/phone", { Cookie: member });
  expect(html).toContain('value="+7 (916) 000-00-99"');
  expect(html).toMatch(/<option value="\d+" selected="">МТС/);
});

test("architecture: the templates of files to upload have Russian names", async () => {
  const curator = await portal.logIn("79000000001");
  for (const [path, name] of [
    ["/dashboard/report/template", "Шаблон отчёта.csv"],
    ["/dashboard/report/template?format=xlsx", "Шаблон отчёта.xlsx"],
    ["/dashboard/invite/template", "Шаблон приглашений.csv"],
    ["/dashboard/invite/template?format=xlsx", "Шаблон приглашений.xlsx"],
  ] as const) {
    const { headers } = await read(path, { Cookie: curator });
    expect(headers.get("Content-Disposition")).toContain(`filename*=UTF-8''${encodeURIComponent(name)}`);
  }
});

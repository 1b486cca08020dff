import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Json } from "../contract/recorded-replies";
import { openTestPortal, type TestPortal } from "../setup/portal";
import { openBrowser, type Page, type PortalBrowser, parsePage } from "../setup/portal-browser";
import { openReplayedUpstream, type ReplayedUpstream } from "../setup/replayed-upstream";

// What pages and forms do with gifts, people and lists in states that the demo's club has none in.

let upstream: ReplayedUpstream;
let portal: TestPortal;

beforeAll(async () => {
  process.env.ORDER_PAUSE_MS = "0";
  upstream = await openReplayedUpstream();
  portal = await openTestPortal(upstream, { extensions: true });
}, 120_000);
afterAll(async () => {
  await portal?.close();
  await upstream?.close();
});
afterEach(() => {
  upstream.answer(undefined);
  upstream.vary(undefined);
});

/** Replies of some calls, by their results; the others stay as they were recorded. */
function answer(results: Readonly<Record<string, unknown>>) {
  upstream.answer((call) =>
    call in results ? { status: 200, json: { success: true, result: results[call] } as Json } : undefined,
  );
}

/** A browser of a participant, or of a guest. */
async function visit(participant: string): Promise<PortalBrowser> {
  return openBrowser(portal, participant === "guest" ? "" : await portal.logIn(participant));
}

const readable = (text: string | null | undefined) => (text ?? "").replace(/[\s\u00a0]+/g, " ");
const textOf = ({ document }: Page) => readable(document.querySelector("main")?.textContent);

/** What the page says to which a form of this browser leads. */
async function toldAfter(browser: PortalBrowser, { location }: Page): Promise<string> {
  const { document } = await browser.open(location ?? "/");
  return readable(document.querySelector(".outcome")?.textContent);
}

test("§1.6 certificates stand by their shop, and those of one shop by their price", async () => {
  const certificate = (id: number, retailer: string, price: number) => ({
    id,
    retailer,
    name: "К",
    image_url: "",
    price,
  });
  const certificates = [certificate(1, "Яр", 500), certificate(2, "Азбука", 900), certificate(3, "Азбука", 300)];
  answer({ "GET prize/list": { items: [], certificates } });
  const { document } = await (await visit("member")).open("/dashboard/gifts/giftery");
  const offered = [...document.querySelectorAll<HTMLInputElement>("input[name=prize_id]")].map(({ value }) => value);
  expect(offered).toEqual(["3", "2", "1"]);
});

const gift = { id: 71, name: "Зонт", description: "", image_url: "", handler_system_name: "souvenir", price: 10 };

test("§1.6 §3.7 a gift with sizes of its own is chosen in the list, though other sizes don't say whose they are", async () => {
  const sizes = (prize_id: number | undefined) => ({
    prize_id,
    code: "size",
    values: [{ value: "S" }, { value: "M" }],
  });
  answer({
    "GET prize/list": { items: [gift], certificates: [] },
    "GET prize/characteristics/list": [sizes(71), sizes(undefined)],
  });
  const { document } = await (await visit("member")).open("/dashboard/gifts/");
  const options = [...document.querySelectorAll("article select[name=size] option")].map(
    ({ textContent }) => textContent,
  );
  expect(options).toContain("M");
});

test("§3.8 the chosen pickup point is told with its own city, and with the one that was typed where it has none", async () => {
  const member = await visit("member");
  const toldOf = async (city?: string) => {
    const point = { code: "P1", address: "Лесная, 4", type: "PVZ", city };
    answer({
      "GET prize/delivery/address/suggest": { cities: [{ city: "Тверь", code: "1" }], streets: [], addresses: [point] },
    });
    const fields = new URLSearchParams({ delivery_city: "тверь", cdek_pvz_code: "P1" });
    return toldAfter(member, await member.post("/dashboard/gifts/delivery", fields));
  };
  expect(await toldOf("Тверь")).toBe("✓Заберёте здесь: Тверь, Лесная, 4.");
  expect(await toldOf()).toBe("✓Заберёте здесь: тверь, Лесная, 4.");
});

test("§1.5 a promo code is offered at a promotion that has begun, and at none before", async () => {
  const member = await visit("member");
  const offersCode = async (date_start: string) => {
    const promotion = { id: 6, name: "Зима", description: "О", accepts_promo_codes: true, is_joined: true, date_start };
    answer({ "GET user/actions/list/filter": { items: [{ ...promotion, date_end: "2027-01-01" }], total: 1 } });
    const { document } = await member.open("/promo/6/");
    return document.querySelector('main a[href="/dashboard/promo-code"]') !== null;
  };
  expect([await offersCode("2026-01-01"), await offersCode("2026-12-30")]).toEqual([true, false]);
});

test("§3.10 why an order came to nothing is told, whoever has ended it", async () => {
  const spent = (id: number, status: string, reject_reason: string) => ({
    ...{ id, date: "2026-11-01T09:00:00Z", action: "Зонт", sumSub: 10, status, reject_reason, order_id: id },
    first_order_id: id,
  });
  const none = { items: [], total: 0 };
  const items = [spent(1, "rejected", "Нет в наличии"), spent(2, "cancelled", "По просьбе участника")];
  answer({ "GET user/points": { added: none, spent: { items, total: 2 } } });
  const text = textOf(await (await visit("member")).open("/dashboard/points"));
  expect(text).toContain("Нет в наличии");
  expect(text).toContain("По просьбе участника");
});

test("§1.4 of the last list it is said that it is still under way, rather than how many rows have failed", async () => {
  const curator = await visit("curator");
  const toldOf = async (import_status: string) => {
    const list = { import_id: "8", import_date: "2026-11-01T09:00:00Z", import_total: 40, import_failed: 3 };
    answer({ "GET invites/list/user/current/summary": { ...list, import_status, resendable: 0 } });
    return /Последний загруженный список[^.]*\.\d\d\.\d\d[^.]*\./.exec(
      textOf(await curator.open("/dashboard/invite/")),
    )?.[0];
  };
  expect(await toldOf("in_progress")).toMatch(/строк: 40, ещё отправляем\.$/);
  expect(await toldOf("done")).toMatch(/строк: 40, с ошибками: 3\.$/);
});

test("§1.4 of a task that has broken off it is told how many invitations have gone out", async () => {
  const curator = await visit("curator");
  const task = { id: 7, status: "failed", total: 9, processed: 6, failed: 1, repeated: 1, repeats: [], errors: [] };
  answer({ "GET invites/tasks/{id}/import/status": task });
  expect(textOf(await curator.open("/dashboard/invite/tasks/import/7"))).toContain("Уже отправлено: 4 приглашения.");
  answer({ "GET invites/tasks/{id}/import/status": { ...task, processed: undefined } });
  expect(textOf(await curator.open("/dashboard/invite/tasks/import/7"))).not.toContain("Уже отправлено");
});

test("§3.10 the column of documents is there when one row has one", async () => {
  const row = { sell_date: "2026-03-01", article_code: "A-1", sell_count: 1, points: 1 };
  const curator = await visit("curator");
  const headersOf = async (...numbers: string[]) => {
    const items = numbers.map((document_number) => ({ ...row, document_number }));
    answer({ "GET deals/report/details": { items, total: items.length } });
    const { document } = await curator.open("/dashboard/report/38");
    return [...document.querySelectorAll("#rows th[scope=col]")].map(({ textContent }) => textContent);
  };
  expect(await headersOf("УТ-1", "")).toContain("Документ");
  expect(await headersOf("", "")).not.toContain("Документ");
});

test("§2.4.5 an entry by a link whose token can't be used says so in words of its own", async () => {
  const guest = await visit("guest");
  answer({ "POST login/redirect": { access_token: "ключ", user_id: 7, promo_group: { system_name: "member" } } });
  await guest.open("/?token=abc");
  await guest.open("/entry");
  const page = await guest.submit({}, "Войти в клуб");
  expect([page.status, page.location]).toEqual([403, null]);
  expect(textOf(page)).toContain("клуб прислал ключ входа, который сайт не может использовать");
});

test("§1.11 a footer without social networks has no heading for them", async () => {
  const headingsOf = async (socials: object[]) => {
    answer({ "GET content/menu": { data: { support: { phone: "", email: "" }, socials } } });
    const response = await portal.ask("/feedback", {}, { contentVersion: String(socials.length) });
    return readable(parsePage(await response.text(), "/feedback").querySelector("footer")?.textContent);
  };
  expect(await headingsOf([{ name: "VK", url: "https://vk.example" }])).toContain("Мы в сети");
  expect(await headingsOf([])).not.toContain("Мы в сети");
});

/** A recorded profile with other fields, in both calls that tell it. */
function changePerson(change: object) {
  upstream.vary((call, reply) => {
    if (!/ user\/(?:profile|overview)$/.test(call)) return undefined;
    const { result, ...envelope } = reply as unknown as { result: object };
    return { ...envelope, result: { ...result, ...change } } as Json;
  });
}

const dialogOf = ({ document }: Page) => readable(document.querySelector(".state-dialog")?.textContent);

test("§4.4 §4.11 the page of the rules needs no dialog for them, with or without a slash at the end of its address", async () => {
  changePerson({ is_agreement_accepted: false });
  const member = await visit("member");
  for (const path of ["/agreement", "/agreement/"])
    expect([path, dialogOf(await member.open(path))]).toEqual([path, ""]);
  expect(dialogOf(await member.open("/dashboard/points"))).toContain("Примите правила программы");
});

test("§4.4 §4.11 a banner waits while the curator is shown, and leads back to the page with its query", async () => {
  changePerson({ is_banner_shown: false, banner: { title: "Склад переехал", text: "", link: "" } });
  const member = await visit("member");
  for (const path of ["/curator", "/curator/"]) expect([path, dialogOf(await member.open(path))]).toEqual([path, ""]);
  const page = await member.open("/promo/?page=2");
  expect(dialogOf(page)).toContain("Склад переехал");
  expect(page.document.querySelector<HTMLInputElement>(".state-dialog input[name=to]")?.value).toBe("/promo/?page=2");
});

test("§1.6 a goal whose price the balance has reached exactly is enough, and one point more is missing", async () => {
  const toldAt = async (points: number) => {
    changePerson({ points: { points } });
    answer({ "GET prize/list": { items: [gift], certificates: [] }, "GET prize/characteristics/list": [] });
    const member = await visit("member");
    await member.post("/dashboard/gifts/goal", new URLSearchParams({ prize_id: "71" }));
    return readable((await member.open("/dashboard/gifts/")).document.querySelector(".gauge output")?.textContent);
  };
  expect([await toldAt(10), await toldAt(9)]).toEqual(["баллов хватает", "ещё 1 балл"]);
});

test("§1.6 a balance of nought is told to be not enough, one that isn't known is told nothing of", async () => {
  const badgeAt = async (points: number | undefined) => {
    changePerson({ points: { points } });
    answer({ "GET prize/list": { items: [gift], certificates: [] }, "GET prize/characteristics/list": [] });
    const { document } = await (await visit("member")).open("/dashboard/gifts/");
    return readable(document.querySelector("article .badge")?.textContent);
  };
  expect([await badgeAt(0), await badgeAt(undefined)]).toEqual(["Не хватает 10 баллов", ""]);
});

test("§1.6 each choice of gifts can be taken back, and without one there is nothing to take back", async () => {
  const member = await visit("member");
  const canReset = async (query: string) => (await member.open(`/dashboard/gifts/${query}`)).text.includes("Сбросить");
  expect([await canReset("?enough=1"), await canReset("?type=souvenir"), await canReset("")]).toEqual([
    ...[true, true],
    false,
  ]);
});

test("§1.6 the page of a payout names the payment agent only where the club has one", async () => {
  const member = await visit("member");
  const namesAgent = async (agentId: string) => {
    answer({ "GET payments/agentId": { agentId } });
    return textOf(await member.open("/dashboard/gifts/card")).includes("платёжный агент");
  };
  expect([await namesAgent("50001"), await namesAgent("")]).toEqual([true, false]);
});

test("§4.2 a session that has no id can't be ended, and has no button that would end another", async () => {
  const session = { user_agent: "", network: "", last_used_at: "", is_current: false };
  answer({
    "GET user/sessions": [
      { ...session, id: "s-1" },
      { ...session, id: undefined },
    ],
  });
  const { document } = await (await visit("member")).open("/dashboard/profile/security");
  const ids = [...document.querySelectorAll<HTMLInputElement>("input[name=session_id]")].map(({ value }) => value);
  expect(ids).toEqual(["s-1"]);
});

test("§3.10 blanks around what is searched for are left out, and more than a field takes", async () => {
  const manager = await visit("manager");
  const sentFor = async (search: string) => {
    upstream.takeCalls();
    await manager.open(`/dashboard/sales/?${new URLSearchParams({ search })}`);
    const asked = upstream.takeSentCalls().find(({ call }) => call === "GET deals/current/user");
    return new URLSearchParams(asked?.path.split("?")[1]).get("search");
  };
  expect(await sentFor("  OF-1012 ")).toBe("OF-1012");
  expect(await sentFor("   ")).toBeNull();
  expect(await sentFor("x".repeat(500))).toBe("x".repeat(100));
});

test.each([
  ["manager", "/dashboard/sales/export", "/dashboard/sales/"],
  ["system-manager", "/dashboard/search/export?user_id=14&month=2026-03", "/dashboard/search/"],
  ["curator", "/dashboard/report/38/file", "/dashboard/report/"],
  ["curator", "/dashboard/report/38/errors", "/dashboard/report/38"],
  ["curator", "/dashboard/report/preview/5/errors", "/dashboard/report/preview/5"],
  ["curator", "/dashboard/report/claims/4/photos/1", "/dashboard/report/claims/4"],
  ["curator", "/dashboard/invite/export", "/dashboard/invite/"],
  ["curator", "/dashboard/invite/tasks/import/7/errors", "/dashboard/invite/"],
  ["curator", "/dashboard/profile/managers", "/dashboard/profile/"],
])("§7.1 §8.1 %s: the file of %s that isn't ready leads back to %s with the reason", async (who, path, back) => {
  const json = { success: false, errors: [{ error_display_message: "Готовим, зайдите позже." }] };
  upstream.answer((call) => (/export|download|photos/.test(call) ? { status: 422, json } : undefined));
  const browser = await visit(who);
  const page = await browser.open(path);
  expect([page.status, page.location]).toEqual([303, back]);
  expect(await toldAfter(browser, { ...page, location: "/promo/" } as Page)).toContain("Готовим, зайдите позже.");
});

test("§4.1 a login whose token the profile refuses at once says so at the form, and logs nobody in", async () => {
  const gone = { success: false, errors: [{ error_lang_alias: ["cts.auth.session_gone"] }] };
  upstream.answer((call) => (call === "GET user/profile" ? { status: 401, json: gone } : undefined));
  const guest = await visit("guest");
  await guest.open("/login");
  const page = await guest.submit({ login: "79001112233", password: "club-demo-1" });
  expect([page.status, page.location]).toEqual([403, null]);
  expect(textOf(page)).toContain("Войти не получилось: профиль недоступен.");
  expect((await guest.open("/dashboard/points")).location).toBe("/");
});

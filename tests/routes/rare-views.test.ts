import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Json } from "../contract/recorded-replies";
import { type BothPortals, openBothPortals, type TestPortal } from "../setup/portal";
import { openBrowser, type Page, type PortalBrowser, parsePage } from "../setup/portal-browser";
import { openReplayedUpstream, type ReplayedUpstream } from "../setup/replayed-upstream";

// What pages show of replies that the demo's club seldom or never gives: nothing found, one thing too many, a text that is missing.

let upstream: ReplayedUpstream;
let portals: BothPortals;

beforeAll(async () => {
  process.env.ORDER_PAUSE_MS = "0";
  upstream = await openReplayedUpstream();
  portals = await openBothPortals(upstream);
}, 120_000);
afterAll(async () => {
  await portals?.close();
  await upstream?.close();
});
afterEach(() => {
  upstream.vary(undefined);
  upstream.answer(undefined);
});

/** Replies of some calls, by their results; the others stay as they were recorded. */
function answer(results: Readonly<Record<string, unknown>>) {
  upstream.answer((call) =>
    call in results ? { status: 200, json: { success: true, result: results[call] } as Json } : undefined,
  );
}

/** A recorded reply with other fields in its result. */
function changeResult(reply: Json, change: object): Json {
  const { result, ...envelope } = reply as { result: object };
  return { ...envelope, result: { ...result, ...change } } as Json;
}

/** A browser of a participant, or of a guest. */
async function visit(participant: string, portal: TestPortal = portals.portal): Promise<PortalBrowser> {
  return openBrowser(portal, participant === "guest" ? "" : await portal.logIn(participant));
}

const readable = (text: string | null | undefined) => (text ?? "").replace(/[\s\u00a0]+/g, " ");
const textOf = ({ document }: Pick<Page, "document">) => readable(document.querySelector("main")?.textContent);
const linksOf = ({ document }: Page) =>
  [...document.querySelectorAll("main a")].map(
    (link) => `${readable(link.textContent)} → ${link.getAttribute("href")}`,
  );

/** What the page says to which a form of this browser leads. */
async function toldAfter(browser: PortalBrowser, { location }: Page): Promise<string> {
  const { document } = await browser.open(location ?? "/");
  return readable(document.querySelector(".outcome")?.textContent);
}

const gift = { id: 71, name: "Зонт", description: "", image_url: "", handler_system_name: "souvenir", price: 10 };

test("§1.6 a choice of gifts that finds none offers to show all; without any gift there is nothing to choose", async () => {
  const member = await visit("member");
  answer({ "GET prize/list": { items: [gift], certificates: [] }, "GET prize/characteristics/list": [] });
  const none = await member.open("/dashboard/gifts/?type=phone");
  expect(textOf(none)).toContain("По этому выбору ничего нет");
  expect(linksOf(none)).toContain("Показать все подарки → /dashboard/gifts/");
  expect(none.document.querySelector("select[name=type]")).not.toBeNull();
  answer({ "GET prize/list": { items: [], certificates: [] }, "GET prize/characteristics/list": [] });
  const empty = await member.open("/dashboard/gifts/?type=phone");
  expect(textOf(empty)).toContain("Подарков пока нет");
  expect(empty.document.querySelector("select[name=type]")).toBeNull();
});

const promotion = {
  ...{ id: 6, name: "Зима", description_short: "Коротко.", description: "Подробно.", image_url: "" },
  ...{ date_start: "2026-01-01", date_end: "2027-01-01", has_articles: false, is_joined: false },
};
const LISTED = "GET actions/list/filter";

test("§1.5 the page of a promotion shows what was asked for, also where the reply doesn't repeat its id, and no other", async () => {
  const guest = await visit("guest");
  const open = async (items: object[]) => {
    answer({ [LISTED]: { items, total: items.length } });
    const page = await guest.open("/promo/6/");
    return [page.status, page.document.querySelector("h1")?.textContent];
  };
  expect(await open([{ ...promotion, id: undefined }])).toEqual([200, "Зима"]);
  for (const items of [
    [{ ...promotion, id: 7 }],
    [
      { ...promotion, id: undefined },
      { ...promotion, id: 7 },
    ],
    [],
  ]) {
    expect((await open(items))[0]).toBe(404);
  }
});

test("§1.8 the home page has three promotions and five questions, however many come, and says when one begins", async () => {
  const guest = await visit("guest");
  const items = [1, 2, 3, 4, 5].map((id) => ({ ...promotion, id, name: `Акция ${id}`, date_start: "2026-12-30" }));
  answer({ [LISTED]: { items, total: 5 } });
  const page = await guest.open("/");
  expect(linksOf(page).filter((link) => / → \/promo\/\d/.test(link))).toHaveLength(3);
  expect(textOf(page)).toContain("скоро, с 30.12.26 по 01.01.27");
});

test("§7.1 articles that the upstream refuses are not found, whatever its status says", async () => {
  upstream.answer((call) =>
    call === "GET actions/{id}/download/articles" ? { status: 403, json: { success: false } } : undefined,
  );
  expect((await (await visit("guest")).open("/promo/6/articles")).status).toBe(404);
});

test("§1.3 a month of reports is named however it is written, and by the upstream's own word where it is none", async () => {
  const written = ["2026-03", "03.2026", "03/2026", "2026-03-31T22:00:00Z", "весь год"];
  answer({
    "GET regional/search/users/inn/{inn}": [{ id: 14, name: "Крылов", role: "Ритейл", company: "Ось", inn: "1" }],
    "GET regional/search/users/{id}/list/reports/months": written.map((month) => ({ month, rows: 1, points: 2 })),
  });
  const page = await (await visit("system-manager")).open("/dashboard/search/?inn=5000200016&user=14");
  const rows = [...(page.document.querySelector("#months")?.querySelectorAll("tbody tr") ?? [])];
  const march = "март 2026 г.";
  expect(rows.map((row) => readable(row.querySelector("th")?.textContent))).toEqual([
    ...[march, march, march],
    ...["апрель 2026 г.", "весь год"],
  ]);
  const files = rows.map((row) =>
    row
      .querySelector("a")
      ?.getAttribute("href")
      ?.replace(/.*month=/, ""),
  );
  expect(files).toEqual(written.map(encodeURIComponent));
});

test("§3.10 a period without sales says so, also where it has one end only; one that is turned round counts none", async () => {
  const manager = await visit("manager");
  answer({ "GET deals/current/user": { items: [], total: 0 } });
  for (const query of ["date_from=2026-01-01", "date_to=2026-01-01"]) {
    const page = await manager.open(`/dashboard/sales/?${query}`);
    expect(textOf(page)).toContain("За этот период ничего нет");
    expect(linksOf(page)).toContain("Показать за всё время → /dashboard/sales/");
  }
  expect(textOf(await manager.open("/dashboard/sales/"))).toContain("Продаж пока нет");
  const turned = await manager.open("/dashboard/sales/?date_from=2026-02-01&date_to=2026-01-01");
  expect(textOf(turned)).toContain("Проверьте даты");
  expect(textOf(turned)).not.toContain("0 продаж");
});

const CHOICES = "GET deals/claims/choices";
const choices = {
  distributors: [{ id: 1, name: "Автодеталь" }],
  shops: [{ id: "5000200016", name: "Ось" }],
  articles: [{ id: "A-1", name: "Фильтр" }],
};

test("architecture: a second photo of a claim that is no picture is refused at its field, and nothing is sent", async () => {
  answer({ [CHOICES]: choices });
  const member = await visit("member");
  await member.open("/dashboard/sales/claims/new");
  upstream.takeCalls();
  const page = await member.submit({
    ...{ article_code: "A-1", sell_count: "2", sell_date: "2026-11-01", document_number: "УПД-1" },
    ...{ curator_id: "1", inn: "5000200016" },
    photo: new File(["jpeg"], "first.jpg", { type: "image/jpeg" }),
    second_photo: new File(["text"], "second.txt", { type: "text/plain" }),
  });
  expect(page.status).toBe(400);
  const invalid = [...page.document.querySelectorAll("[aria-invalid=true]")].map((field) => field.getAttribute("name"));
  expect(invalid).toEqual(["second_photo"]);
  expect(upstream.takeCalls()).not.toContain("POST deals/claims");
});

/** A page after the club has changed its rules, links or questions. */
async function openAfterChange(participant: string, path: string): Promise<Document> {
  const { portal } = portals;
  const headers: Record<string, string> = participant === "guest" ? {} : { Cookie: await portal.logIn(participant) };
  const response = await portal.ask(path, { headers }, { contentVersion: path });
  return parsePage(await response.text(), path);
}

test("§4.11 of the rules to accept a short numbered line is a heading, and a numbered sentence is none", async () => {
  const text = "1. Общие положения\n2. Баллы начисляются за продажи.\nПросто текст";
  const rules = { items: [{ code: "retail-rules", title: "Правила", text, link: "" }] };
  upstream.vary((call, reply) => {
    if (call === "GET content/rules") return { success: true, result: rules };
    const isPerson = / user\/(?:profile|overview)$/.test(call);
    return isPerson ? changeResult(reply, { is_agreement_accepted: false }) : undefined;
  });
  const page = await openAfterChange("member", "/agreement");
  const headings = [...page.querySelectorAll("main h3")].map(({ textContent }) => textContent);
  expect(headings).toEqual(["1. Общие положения"]);
});

test("§2.1.7 the page of a document has its own text", async () => {
  const named = (code: string) => ({ code, title: `Правила ${code}`, text: `Текст ${code}.`, link: "" });
  answer({ "GET content/rules": { items: [named("sales-rules"), named("retail-rules")] } });
  const words = textOf({ document: await openAfterChange("guest", "/rules/?document=retail-rules") });
  expect(words).toContain("Текст retail-rules.");
  expect(words).not.toContain("Текст sales-rules.");
});

test("§1.5 a promo code that brings no points says so, and of one whose points aren't told none are named", async () => {
  const member = await visit("member");
  const toldOf = async (result: object) => {
    answer({ "POST user/actions/promo-codes": result });
    await member.open("/dashboard/promo-code");
    return toldAfter(member, await member.submit({ promo_code: "ABC-123" }));
  };
  expect(await toldOf({ points: 0, action_name: "Искра" })).toBe("✓+0 балловПромокод принят. Акция «Искра».");
  expect(await toldOf({})).toBe("✓Промокод принят.");
});

const title = { id: 38, file_name: "май.csv", status: "done", total: 10, processed: 10, failed: 0, points: 5 };

test("§3.10 the page of a report counts all rows of its file, and those that were read where the upstream doesn't tell", async () => {
  const curator = await visit("curator");
  const linesOf = async (change: object) => {
    answer({
      "GET deals/report/titles": { items: [{ ...title, ...change }], total: 1 },
      "GET deals/report/details": { items: [], total: 0 },
    });
    return /Строк в файле ?(\d+)/.exec(textOf(await curator.open("/dashboard/report/38")))?.[1];
  };
  expect([await linesOf({ lines: 13 }), await linesOf({})]).toEqual(["13", "10"]);
});

test("§3.10 a further page of the reports is polled as that page", async () => {
  const curator = await visit("curator");
  upstream.takeCalls();
  await curator.open("/dashboard/report/status?page=3");
  const [asked] = upstream.takeSentCalls();
  expect([asked?.call, new URLSearchParams(asked?.path.split("?")[1]).get("page")]).toEqual([
    "GET deals/report/titles",
    "3",
  ]);
});

test("§2.4.2 the code of a manager's link isn't that of a shop's", async () => {
  const curator = await visit("curator");
  const pictureOf = async (role: string) => (await curator.open(`/dashboard/invite/qr?role=${role}`)).text;
  expect(await pictureOf("manager")).not.toBe(await pictureOf("member"));
  expect(await pictureOf("member")).toBe(await pictureOf("unknown"));
});

test("§4.12 a link for a new password is asked for by e-mail, and by phone where there is no e-mail", async () => {
  const loginFor = async (change: object) => {
    upstream.vary((call, reply) =>
      / user\/(?:profile|overview)$/.test(call) ? changeResult(reply, change) : undefined,
    );
    const member = await visit("member");
    await member.open("/dashboard/profile/security");
    await member.submit({}, "ссылку");
    return JSON.parse(upstream.listBodies("POST restore/password/send/link").at(-1) ?? "{}").login;
  };
  expect([await loginFor({ email: "m@example.com" }), await loginFor({ email: "" })]).toEqual([
    "m@example.com",
    "79000000003",
  ]);
});

test("§3.10 a company without a name of its own is said to be added by its INN", async () => {
  const member = await visit("member");
  const company = {
    ...{ intent: "register", company_inn: "5000200016", company_segment_id: "1" },
    company_actual_address_organization: "г. Тверь, ул. Советская, д. 1",
  };
  const toldOf = async (company_actual_name_organization: string) => {
    const fields = new URLSearchParams({ ...company, company_actual_name_organization });
    return toldAfter(member, await member.post("/dashboard/profile/companies/new", fields));
  };
  expect(await toldOf("Ось")).toBe("✓Компания Ось добавлена.");
  expect(await toldOf("")).toBe("✓Компания с ИНН 5000200016 добавлена.");
});

test("§8.5 accepted documents lead on to the order while there are gifts in the cart, and not from an emptied one", async () => {
  const member = await visit("member");
  answer({
    "GET prize/list": { items: [gift], certificates: [] },
    "GET prize/characteristics/list": [],
    "GET user/curator/check/documents": { status: "accepted", reason: "" },
  });
  const readLinks = async () => linksOf(await member.open("/dashboard/documents"));
  const goOn = "Продолжить заказ → /dashboard/gifts/cart";
  expect(await readLinks()).not.toContain(goOn);
  await member.open("/dashboard/gifts/71");
  await member.submit({ cartCount: "1" }, "Добавить");
  expect(await readLinks()).toContain(goOn);
  await member.open("/dashboard/gifts/cart");
  await member.submit({}, "Убрать");
  expect(await readLinks()).not.toContain(goOn);
});

test("§4.10 the mailbox of a registration is told to its own phone, and not after a code for another phone", async () => {
  const phone = "79001112233";
  const toldAfterCode = async (start?: string) => {
    const guest = await visit("guest");
    await guest.open("/register/manager");
    const person = {
      last_name: "Иванов",
      first_name: "Иван",
      sur_name: "Иванович",
      phone,
      email: "ivanov@example.com",
    };
    await guest.submit({ ...person, curator: "1", policy: true, dataAgreement: true }, "Зарегистрироваться");
    if (start) await guest.post("/activation", new URLSearchParams({ intent: "start", phone: start }));
    await guest.open("/activation");
    return toldAfter(guest, await guest.submit({ code: "1234" }));
  };
  expect(await toldAfterCode()).toContain("отправили на i•••@example.com,");
  expect(await toldAfterCode("79004445566")).toContain("отправили на ваш e-mail,");
});

test("§3.2 a distributor whose everyday name isn't told is offered by its legal one", async () => {
  upstream.vary((call, reply) => {
    if (call === "GET user/curator/companies/find/full_list") {
      const named = { curator_id: 1, legal_name_organization: "ООО «Ось»" };
      return { success: true, result: [{ ...named, actual_name_organization: "" }] };
    }
    return / user\/(?:profile|overview)$/.test(call) ? changeResult(reply, { curator: null }) : undefined;
  });
  const { document } = await (await visit("member")).open("/curator");
  expect(document.querySelector("select[name=curator] option[value='1']")?.textContent).toBe("ООО «Ось»");
});

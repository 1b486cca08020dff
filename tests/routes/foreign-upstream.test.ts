import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Json } from "../contract/recorded-replies";
import { openTestPortal, type TestPortal } from "../setup/portal";
import { openBrowser, type PortalBrowser } from "../setup/portal-browser";
import { openReplayedUpstream, type ReplayedUpstream } from "../setup/replayed-upstream";

// An upstream that follows the specification and has shapes, words and limits of its own.

let upstream: ReplayedUpstream;
let portal: TestPortal;
let member: PortalBrowser;
let curator: PortalBrowser;

beforeAll(async () => {
  process.env.ORDER_PAUSE_MS = "0";
  process.env.GIFT_KINDS = "мерч=souvenir,bank-card=card";
  upstream = await openReplayedUpstream();
  portal = await openTestPortal(upstream);
  member = openBrowser(portal, await portal.logIn("member"));
  curator = openBrowser(portal, await portal.logIn("curator"));
});
afterEach(() => upstream.vary(undefined));
afterAll(async () => {
  delete process.env.GIFT_KINDS;
  await portal?.close();
  await upstream?.close();
});

/** Replies of some calls, by their results. */
function answer(results: Readonly<Record<string, unknown>>) {
  upstream.vary((call) => (call in results ? ({ success: true, result: results[call] } as Json) : undefined));
}

const textOf = (document: Document) => (document.querySelector("main")?.textContent ?? "").replace(/[\s\u00a0]+/g, " ");
const gift = {
  id: 71,
  name: "Зонт",
  description: "Складной",
  image_url: "",
  handler_system_name: "souvenir",
  price: 10,
};
const NOT_ORDERABLE = "Сейчас этот подарок нельзя заказать на сайте.";
const SHOP = "/dashboard/gifts/";

/** The tag of the gift in the shop. */
async function findTag(): Promise<Element> {
  const { document } = await member.open(SHOP);
  const tag = [...document.querySelectorAll("article")].find(({ textContent }) => textContent?.includes(gift.name));
  if (!tag) throw new Error("the gift isn't shown");
  return tag;
}

async function putIntoCart(id: string) {
  const cookie = await portal.logIn("member");
  const body = new URLSearchParams({ prize_id: id, cartCount: "1" });
  const headers = { Cookie: cookie };
  const { status, headers: sent } = await portal.ask(SHOP + encodeURIComponent(id), { method: "POST", headers, body });
  return {
    status,
    location: sent.get("Location"),
    hasCart: sent.getSetCookie().some((line) => line.startsWith("cart=")),
  };
}

describe("a gift that nobody knows how to order is shown and never put into a cart", () => {
  const odd = (handler_system_name: unknown) => ({ items: [{ ...gift, handler_system_name }], certificates: [] });
  test.each([
    ["mobile", odd("mobile")],
    ["bank_card", odd("bank_card")],
    ["null", odd(null)],
    ["nothing", odd(undefined)],
    ["an object", odd({ kind: "phone" })],
  ])("§1.6 §3.7 of the kind %s", async (_, prizes) => {
    answer({ "GET prize/list": prizes, "GET prize/characteristics/list": [] });
    const tag = await findTag();
    expect(tag.textContent).toContain(NOT_ORDERABLE);
    expect(tag.querySelector("form, button, a")).toBeNull();
    const { document } = await member.open(`${SHOP}71`);
    expect(textOf(document)).toContain(NOT_ORDERABLE);
    expect(document.querySelector("main form")).toBeNull();
    expect(await putIntoCart("71")).toEqual({ status: 303, location: SHOP, hasCart: false });
  });

  test.each([
    ["of a choice of colours", [{ prize_id: 71, code: "colour", values: [{ value: "Белый" }, { value: "Чёрный" }] }]],
    ["of sizes without texts", [{ prize_id: 71, code: "size", values: [{ id: 1 }, { id: 2 }] }]],
  ])("§1.6 §3.7 %s", async (_, characteristics) => {
    answer({
      "GET prize/list": { items: [gift], certificates: [] },
      "GET prize/characteristics/list": characteristics,
    });
    const tag = await findTag();
    expect(tag.textContent).toContain(NOT_ORDERABLE);
    expect(tag.querySelector("form")).toBeNull();
    expect(await putIntoCart("71")).toEqual({ status: 303, location: SHOP, hasCart: false });
  });

  test("§1.6 §3.7 in the list, where sizes don't say whose they are: its page asks for one", async () => {
    answer({
      "GET prize/list": { items: [gift], certificates: [] },
      "GET prize/characteristics/list": [{ code: "size", values: [{ value: "S" }, { value: "M" }] }],
    });
    portal.takeLog();
    const tag = await findTag();
    expect(tag.querySelector("form")).toBeNull();
    expect(tag.querySelector("a")?.getAttribute("href")).toBe(`${SHOP}71`);
    expect(portal.takeLog()).toMatchObject([{ call: "prize/characteristics/list", field: "prize_id" }]);
    expect(await putIntoCart("71")).toEqual({ status: 400, location: null, hasCart: false });
    const browser = openBrowser(portal, await portal.logIn("member"));
    await browser.open(`${SHOP}71`);
    expect((await browser.submit({ cartCount: "1", size: "M" }, "Добавить")).location).toContain("#tag-71");
  });

  test("§1.6 §3.7 of an id of 3 000 letters, which no cookie holds", async () => {
    answer({ "GET prize/list": { items: [{ ...gift, id: "z".repeat(3_000) }], certificates: [] } });
    expect((await findTag()).textContent).toContain(NOT_ORDERABLE);
  });

  test("§1.6 §3.8 of an id that another gift has too, since an order names nothing else", async () => {
    const certificate = { id: 71, retailer: "Озон", name: "Озон", image_url: "", price: 500 };
    answer({
      "GET prize/list": { items: [gift, { ...gift, id: 72, name: "Термос" }], certificates: [certificate] },
      "GET prize/characteristics/list": [],
    });
    portal.takeLog();
    expect((await findTag()).textContent).toContain(NOT_ORDERABLE);
    expect(portal.takeLog()).toMatchObject([{ call: "prize/list", field: "id", prize: "71", gifts: "several" }]);
    expect(await putIntoCart("71")).toEqual({ status: 303, location: SHOP, hasCart: false });
    expect(await putIntoCart("72")).toMatchObject({ status: 303, hasCart: true });
    // A gift that stands in two categories is one gift.
    answer({ "GET prize/list": { items: [gift, gift], certificates: [] }, "GET prize/characteristics/list": [] });
    expect(await putIntoCart("71")).toMatchObject({ status: 303, hasCart: true });
  });

  test("§1.6 §3.7 and the log tells it once, with the word", async () => {
    answer({ "GET prize/list": odd("voucher_of_a_brand") });
    portal.takeLog();
    await member.open(SHOP);
    await member.open(SHOP);
    const told = portal.takeLog().filter(({ word }) => word === "voucher_of_a_brand");
    expect(told).toMatchObject([{ level: "warn", call: "prize/list", field: "handler_system_name" }]);
  });
});

test("§1.6 a gift of a kind that GIFT_KINDS explains is ordered as one of that kind", async () => {
  const price = 500;
  answer({
    "GET prize/list": {
      items: [
        { ...gift, handler_system_name: "Мерч" },
        { ...gift, id: 72, price, handler_system_name: "bank-card" },
      ],
      certificates: [],
    },
    "GET prize/characteristics/list": [],
  });
  expect((await findTag()).querySelector("form")).not.toBeNull();
  expect(await putIntoCart("71")).toMatchObject({ status: 303, hasCart: true });
  const { document } = await member.open(`${SHOP}card`);
  expect(document.querySelector('input[name="prize_id"][value="72"]')).not.toBeNull();
  expect(document.querySelector('input[name="recipient"]')).not.toBeNull();
});

test("§1.6 a kind of gift is known in any case, and sizes under another code and other names are chosen", async () => {
  answer({
    "GET prize/list": { items: [{ ...gift, handler_system_name: "Souvenir" }], certificates: [] },
    "GET prize/characteristics/list": [{ prize_id: 71, code: "attr", name: "Размер", values: [{ id: 1, name: "XL" }] }],
  });
  const options = [...(await findTag()).querySelectorAll("option")].map(({ value }) => value);
  expect(options).toEqual(["", "XL"]);
});

test("§4.17 a gift whose kind is no longer known stands in the cart by its name and can't be ordered", async () => {
  const browser = openBrowser(portal, await portal.logIn("member"));
  answer({ "GET prize/list": { items: [gift], certificates: [] }, "GET prize/characteristics/list": [] });
  await browser.open(`${SHOP}71`);
  expect((await browser.submit({ cartCount: "1" }, "Добавить")).location).toContain("#tag-71");
  answer({ "GET prize/list": { items: [{ ...gift, handler_system_name: "merch" }], certificates: [] } });
  const { document } = await browser.open(`${SHOP}cart`);
  expect(textOf(document)).toMatch(/Зонт.*Его больше не выдают/);
});

test("§4.2 §4.17 a cart doesn't come back in another session, though the upstream gives the same token again", async () => {
  const items = [gift, { ...gift, id: 72, name: "Термос" }];
  answer({ "GET prize/list": { items, certificates: [] }, "GET prize/characteristics/list": [] });
  const add = async (id: number) => {
    const browser = openBrowser(portal, await portal.logIn("member"));
    await browser.open(`${SHOP}${id}`);
    await browser.submit({ cartCount: "1" }, "Добавить");
    return textOf((await browser.open(`${SHOP}cart`)).document);
  };
  expect(await add(71)).toContain("Зонт");
  const later = await add(72);
  expect(later).toContain("Термос");
  expect(later).not.toContain("Зонт");
});

test("§3.7 a size with blanks around it, as fixed columns have, is chosen and sent as it came", async () => {
  const browser = openBrowser(portal, await portal.logIn("member"));
  answer({
    "GET prize/list": { items: [gift], certificates: [] },
    "GET prize/characteristics/list": [{ prize_id: 71, code: "size", values: [{ value: "S  " }, { value: "XL " }] }],
  });
  await browser.open(`${SHOP}71`);
  expect((await browser.submit({ cartCount: "1", size: "XL " }, "Добавить")).location).toContain("#tag-71");
});

test("§4.17 an id with a slash or Russian letters leads to its own page and its own form", async () => {
  const id = "зонт/2?#";
  const browser = openBrowser(portal, await portal.logIn("member"));
  answer({ "GET prize/list": { items: [{ ...gift, id }], certificates: [] }, "GET prize/characteristics/list": [] });
  await browser.open(SHOP);
  const { status, location } = await browser.submit({}, "В корзину");
  expect([status, location]).toEqual([303, `${SHOP}#${encodeURIComponent(`tag-${id}`)}`]);
  expect((await browser.open(`${SHOP}${encodeURIComponent(id)}`)).document.querySelector("h1")?.textContent).toBe(
    "Зонт",
  );
});

describe("an access token", () => {
  async function logIn(access_token: Json) {
    const browser = portal && openBrowser(portal);
    upstream.vary((call) =>
      call === "POST login"
        ? { success: true, result: { access_token, user_id: 7, promo_group: { system_name: "member" } } }
        : undefined,
    );
    portal.takeLog();
    await browser.open("/login");
    const page = await browser.submit({ login: "79001112233", password: "club-demo-1" });
    return { page, log: portal.takeLog() };
  }

  test.each([
    ["of Russian letters", "ключ-входа"],
    ["with a line break", "abc\ndef"],
    ["with a zero", "abc\u0000def"],
  ])("§4.1 %s is refused in words and told by the log, without it", async (_, token) => {
    const { page, log } = await logIn(token);
    expect([page.status, page.location]).toEqual([403, null]);
    expect(page.text).toContain("клуб прислал ключ входа, который сайт не может использовать");
    expect(log).toContainEqual(expect.objectContaining({ level: "error", call: "login", field: "access_token" }));
    expect(JSON.stringify(log)).not.toContain(token);
  });

  test.each([
    ["that is a number is its digits", 12345],
    ["at the end of a line is read without its break", " member\r\n"],
  ])("§4.1 %s", async (_, token) => {
    // The replayed profile is found by a token of letters alone.
    const { page } = await logIn(token);
    expect(page.status).toBe(typeof token === "number" ? 403 : 303);
    expect(page.text).not.toContain("ключ входа");
  });
});

describe("a report", () => {
  const row = { sell_date: "2026-03-01", article_code: "A-1", sell_count: 1, points: 1 };
  const rows = Array.from({ length: 100 }, (_, index) => ({ ...row, article_code: `A-${index}` }));

  test("§3.10 §9.1 of which the upstream sends fewer rows than it counts says so", async () => {
    answer({ "GET deals/report/details": { items: rows, total: 3_010 } });
    const text = textOf((await curator.open("/dashboard/report/38")).document);
    expect(text).toContain("Засчитано строк: 3 010");
    expect(text).toContain("Показано строк: 100. Остальные клуб не передал");
    answer({ "GET deals/report/details": { items: [...rows.slice(0, 9), null], total: 9 } });
    const whole = textOf((await curator.open("/dashboard/report/38")).document);
    expect(whole).toContain("Засчитано строк: 9");
    expect(whole).not.toContain("Показано строк");
  });

  test.each([
    ["a number", 77, "77"],
    ["a text", "77", "77"],
    ["the name of other calls", { file_id: 77 }, "77"],
    ["a text without digits, which is no id", "ok", ""],
  ])("§3.10 §9.1 whose upload is answered with %s is opened by it", async (_, result, id) => {
    answer({ "POST deals/report/import": result });
    await curator.open("/dashboard/report/");
    const file = new File(["ИНН;Количество\r\n"], "март.csv", { type: "text/csv" });
    expect((await curator.submit({ file })).location).toBe(`/dashboard/report/${id}`);
  });

  /** The calls for titles that opening a report makes, where the upstream has these ids, ten a page. */
  async function countSearches(id: string, idOf: (index: number) => unknown, result: unknown = { items: rows }) {
    let page = 0;
    upstream.vary((call) => {
      if (call === "GET deals/report/details") return result as Json;
      if (call !== "GET deals/report/titles") return undefined;
      const items = Array.from({ length: 10 }, (_, index) => ({ id: idOf(page * 10 + index), status: "done" }));
      page++;
      return { success: true, result: { items, total: 100_000 } } as Json;
    });
    const { document } = await curator.open(`/dashboard/report/${id}`);
    return { calls: page, text: textOf(document) };
  }
  const UNKNOWN_STATE = "отчётов этого нет, поэтому его состояние не показано";

  test("§3.10 §9.1 is looked for until descending ids have passed it", async () => {
    const { calls, text } = await countSearches("975", (index) => 1_000 - 2 * index);
    expect(calls).toBe(2);
    expect(text).not.toContain(UNKNOWN_STATE);
  });

  test("§3.10 §9.1 is looked for on fifty pages where ids have no order, and then the page says so", async () => {
    const { calls, text } = await countSearches("gone", (index) => `r-${index}`);
    expect(calls).toBe(50);
    expect(text).toContain(`Среди 500 последних ${UNKNOWN_STATE}`);
  });

  test("§3.10 §9.1 that the upstream doesn't know is not looked for", async () => {
    const refused = { success: false, errors: [{ error_lang_alias: ["cts.deal_service.status_by_id_not_found"] }] };
    const { calls, text } = await countSearches("gone", (index) => `r-${index}`, refused);
    expect(calls).toBe(1);
    expect(text).toContain("Отчёт не найден");
  });
});

test("§8.1 §8.6 a task without an envelope has the errors of its rows, and is no refusal", async () => {
  const task = { id: 7, status: "done", total: 3, processed: 3, failed: 1 };
  upstream.vary((call) =>
    call === "GET invites/tasks/{id}/import/status"
      ? { ...task, errors: [{ row: 2, field: "email", message: "Проверьте e-mail." }] }
      : undefined,
  );
  const text = textOf((await curator.open("/dashboard/invite/tasks/import/7")).document);
  expect(text).toContain("Проверьте e-mail.");
});

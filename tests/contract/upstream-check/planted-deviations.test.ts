import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { login, profile } from "../../../contract/accounts";
import type { CallDescriptor } from "../../../contract/call";
import { listDistributors, listSegments } from "../../../contract/companies";
import { faq } from "../../../contract/content";
import { listDeals, listPoints, listReports, reportDetails } from "../../../contract/deals";
import { listInvites } from "../../../contract/invites";
import { listCharacteristics, listMobileOperators, listPrizes } from "../../../contract/prizes";
import { listOwnPromotions, listPromotions } from "../../../contract/promotions";
import { suggestDelivery } from "../../../contract/suggestions";
import { judgeReply } from "../../../scripts/contract/check-call";
import { checkParameters } from "../../../scripts/contract/check-parameters";
import { nameOf } from "../../../scripts/contract/name-of";
import { sendCall } from "../../../scripts/contract/send-call";
import { keepConnections } from "../../setup/kept-connections";

const deal = {
  id: 1,
  sell_date: "2026-03-01",
  inn: "7700000000",
  article_code: "A-1",
  article_name: "Свеча",
  sell_count: 2,
  points: 10,
  member_fio: "Петров Пётр",
  member_company_actual_name: "А",
  curator_company_actual_name: "Б",
  member_company_legal_name: "ООО А",
};
const prize = { id: 7, name: "Кружка", description: "", image_url: "", handler_system_name: "souvenir", price: 100 };
const sizes = { prize_id: 7, code: "size", name: "Размер", values: [{ id: 1, value: "S", in_stock: true }] };
const session = { user_id: 1, promo_group: { system_name: "member" } };
const report = {
  ...{ id: 4, file_name: "Март.xlsx", date: "2026-03-01", status: "done", total: 2, processed: 2, failed: 0 },
  ...{ points: 10, errors: [] },
};
const promotion = {
  ...{ id: 1, name: "Акция", description_short: "", description: "", image_url: "", date_start: "2026-03-01" },
  ...{ date_end: "2026-04-01", is_joined: false, has_articles: false, accepts_promo_codes: false, count_un_clicked: 0 },
};

/** A token in an order that no compression foresees, the same each time. */
function tokenOf(length: number): string {
  return Array.from({ length: Math.ceil(length / 64) }, (_, index) =>
    createHash("sha512").update(`${index}`).digest("base64url"),
  )
    .join("")
    .slice(0, length);
}

const invitation = {
  ...{ id: 1, date: "2026-03-01", name: "Анна", email: "a@example.ru", invite_status: "sent", confirmation: null },
};
const added = { id: 1, date: "2026-03-01", action: "Продажа", sumAdd: 10 };
const person = { last_name: "Петров", first_name: "Пётр", sur_name: "", phone: "79000000000", email: "p@example.ru" };
const account = {
  ...{ id: 1, ...person, is_system: false, points: { points: 10 }, employee_position: "", is_agreement_accepted: true },
  is_banner_shown: true,
};
const manager = {
  ...{ ...account, promo_group: { system_name: "manager" } },
  members: [{ id: 2, ...person, companies: [] }],
};
const member = { ...account, promo_group: { system_name: "member" }, companies: [], curator: null };

/** A row as another framework names its fields. */
const inCamelCase = ({ id, ...row }: Readonly<Record<string, unknown>>) => ({
  ...{ id, ...Object.fromEntries(Object.entries(row).map(([name, value]) => [`row${name.replace("_", "")}`, value])) },
});

const segment = { id: 1, display_name: "Магазин" };
const distributor = { curator_id: 1, actual_name_organization: "А", legal_name_organization: "ООО А" };
const pages = { total: 55, page: 1, per_page: 500 };
const many = <Row>(row: Row) => Array.from({ length: 55 }, () => row);

/** A planted deviation: the call, its result, and what people are left with. */
const planted = [
  ["a good shop", listPrizes, { items: [prize], certificates: [] }, "fine"],
  ["a shop in data", listPrizes, { data: [prize] }, "tolerated"],
  ["a bare list of gifts", listPrizes, [prize], "tolerated"],
  ["a shop under another word", listPrizes, { goods: { list_of: "x" } }, "breaks"],
  ["an empty shop", listPrizes, { items: [], certificates: [] }, "breaks"],
  ["a shop that is null", listPrizes, null, "breaks"],
  ["gifts without a price", listPrizes, { items: many({ ...prize, price: undefined }), certificates: [] }, "breaks"],
  ["gifts without an id", listPrizes, { items: many({ ...prize, id: null }), certificates: [] }, "breaks"],
  [
    "one gift without a price",
    listPrizes,
    { items: [prize, { ...prize, price: null }], certificates: [] },
    "loses-row",
  ],
  ["prices as texts", listPrizes, { items: [{ ...prize, price: "100,00" }], certificates: [] }, "tolerated"],
  [
    "gifts of unknown kinds",
    listPrizes,
    {
      items: [
        { ...prize, handler_system_name: "merch" },
        { ...prize, handler_system_name: null },
      ],
      certificates: [],
    },
    "breaks",
  ],
  [
    "a kind of gift that is missing",
    listPrizes,
    { items: [prize, { ...prize, handler_system_name: undefined }], certificates: [] },
    "loses-row",
  ],
  [
    "a kind of gift in capitals",
    listPrizes,
    { items: [{ ...prize, handler_system_name: "SOUVENIR" }], certificates: [] },
    "fine",
  ],
  ["certificates under another name", listPrizes, { items: [prize], vouchers: [prize] }, "loses-row"],
  ["gifts under another name beside certificates", listPrizes, { goods: [prize], certificates: [prize] }, "tolerated"],
  ["good sizes", listCharacteristics, [sizes], "fine"],
  ["sizes of another code, named in Russian", listCharacteristics, [{ ...sizes, code: "attr_12" }], "fine"],
  ["sizes with texts under name", listCharacteristics, [{ ...sizes, values: [{ id: 1, name: "S" }] }], "tolerated"],
  [
    "a choice of colours",
    listCharacteristics,
    [sizes, { ...sizes, prize_id: 8, code: "colour", name: "Цвет", values: [{ value: "Белый" }, { value: "Чёрный" }] }],
    "loses-row",
  ],
  [
    "sizes whose owner has another name",
    listCharacteristics,
    [{ ...sizes, prize_id: undefined, product_id: 7 }],
    "fine",
  ],
  ["sizes of nobody", listCharacteristics, [{ ...sizes, prize_id: undefined }], "tolerated"],
  ["sizes under fields of the prize", listCharacteristics, [{ id: 7, fields: [{ ...sizes }] }], "fine"],
  ["sizes that nobody can read", listCharacteristics, [{ ...sizes, values: [{ id: 1, wert: "S" }] }], "breaks"],
  ["a good log-in", login, { ...session, access_token: "a".repeat(300) }, "fine"],
  ["a token of 12 000 characters", login, { ...session, access_token: tokenOf(12_000) }, "breaks"],
  ["a token of Russian letters", login, { ...session, access_token: "ключ" }, "breaks"],
  ["a token that is a number", login, { ...session, access_token: 1234567890 }, "tolerated"],
  ["good reports", listReports, { items: many(report), ...pages }, "fine"],
  ["reports without ids", listReports, { items: many({ ...report, id: undefined }), ...pages }, "breaks"],
  ["one report without an id", listReports, { items: [report, { ...report, id: null }], ...pages }, "loses-row"],
  [
    "a date object of PHP",
    listReports,
    {
      items: [{ ...report, date: { date: "2026-03-01 00:00:00.000000", timezone_type: 3, timezone: "UTC" } }],
      ...pages,
    },
    "tolerated",
  ],
  ["promotions without ids", listPromotions, { items: many({ ...promotion, id: undefined }), ...pages }, "breaks"],
  ["good segments", listSegments, [segment], "fine"],
  ["no segments", listSegments, [], "breaks"],
  ["segments that are true", listSegments, true, "breaks"],
  ["segments without ids", listSegments, many({ display_name: "Магазин" }), "breaks"],
  ["segments keyed by id", listSegments, { 1: segment }, "tolerated"],
  ["good distributors", listDistributors, [distributor], "fine"],
  ["no distributors", listDistributors, [], "breaks"],
  ["distributors without ids", listDistributors, many({ actual_name_organization: "А" }), "breaks"],
  ["one distributor without an id", listDistributors, [distributor, { legal_name_organization: "Б" }], "loses-row"],
  ["distributors in results", listDistributors, { results: [distributor] }, "tolerated"],
  ["good sales", listDeals, { items: many(deal), ...pages }, "fine"],
  ["no sales yet", listDeals, { items: [], ...pages, total: 0 }, "fine"],
  ["all amounts are words", listDeals, { items: many({ ...deal, points: "много" }), ...pages }, "breaks"],
  ["one amount is a word", listDeals, { items: [deal, { ...deal, points: "много" }], ...pages }, "loses-row"],
  ["sales without amounts", listDeals, { items: many({ ...deal, points: null }), ...pages }, "fine"],
  ["sales without a total", listDeals, { items: many(deal) }, "tolerated"],
  ["sales as a bare list", listDeals, many(deal), "tolerated"],
  ["sales in data", listDeals, { data: many(deal), meta: { total: 55 } }, "tolerated"],
  ["amounts as texts", listDeals, { items: many({ ...deal, points: "10" }), ...pages }, "tolerated"],
  ["sales that are a text", listDeals, "текст", "breaks"],
  ["sales in names of their own", listDeals, { items: many(inCamelCase(deal)), ...pages }, "breaks"],
  ["one sale in names of its own", listDeals, { items: [deal, inCamelCase(deal)], ...pages }, "loses-row"],
  [
    "dates of sales that nobody can read",
    listDeals,
    { items: [{ ...deal, sell_date: { y: 1 } }], ...pages },
    "tolerated",
  ],
  ["gifts without names", listPrizes, { items: many({ ...prize, name: null }), certificates: [] }, "breaks"],
  [
    "a gift whose name is an object without a text",
    listPrizes,
    { items: [prize, { ...prize, id: 8, name: { id: 5 } }] },
    "loses-row",
  ],
  ["two gifts of one id", listPrizes, { items: [prize, { ...prize, name: "Зонт" }], certificates: [] }, "loses-row"],
  [
    "a certificate with the id of a gift",
    listPrizes,
    { items: [prize], certificates: [{ ...prize, price: 500 }] },
    "loses-row",
  ],
  ["a gift that is listed twice", listPrizes, { items: [prize, prize], certificates: [] }, "fine"],
  [
    "prices with a currency",
    listPrizes,
    { items: many({ ...prize, price: "100 баллов" }), certificates: [] },
    "breaks",
  ],
  ["rows that are null", listPrizes, { items: [null, null], certificates: [] }, "breaks"],
  ["segments without names", listSegments, many({ id: 1, title_ru: "Магазин" }), "breaks"],
  ["one segment without a name", listSegments, [segment, { id: 2 }], "loses-row"],
  ["distributors without names", listDistributors, many({ curator_id: 1, caption: "А" }), "breaks"],
  [
    "reports in names of their own",
    listReports,
    { items: many(inCamelCase({ ...report, date: null })), ...pages },
    "breaks",
  ],
  ["promotions without names", listPromotions, { items: many({ ...promotion, name: "" }), ...pages }, "breaks"],
  [
    "promotions without an end",
    listPromotions,
    { items: [{ ...promotion, date_end: undefined }], ...pages },
    "tolerated",
  ],
  ["good invitations", listInvites, { items: many(invitation), ...pages }, "fine"],
  [
    "invitations of nobody",
    listInvites,
    { items: many({ ...invitation, email: null, name: null }), ...pages },
    "breaks",
  ],
  ["an invitation without a name", listInvites, { items: [{ ...invitation, name: null }], ...pages }, "fine"],
  ["good points", listPoints, { added: { items: [added], total: 1 }, spent: { items: [], total: 0 } }, "fine"],
  ["points without sums", listPoints, { added: { items: [{ ...added, sumAdd: null }] }, spent: [] }, "breaks"],
  ["points under other words", listPoints, { accruals: [added], spent: { items: [], total: 0 } }, "loses-row"],
  ["questions in names of their own", faq, { items: [{ id: 1, frage: "?", antwort: "!" }] }, "breaks"],
  ["good operators", listMobileOperators, [{ id: 1, name: "МТС" }], "fine"],
  ["no operators", listMobileOperators, [], "loses-row"],
  ["no cities", suggestDelivery, { cities: [], streets: [], addresses: [] }, "loses-row"],
  [
    "cities without names",
    suggestDelivery,
    { cities: [{ code: "44", region: "Москва" }], streets: [], addresses: [] },
    "breaks",
  ],
  ["a manager with members", profile, manager, "fine"],
  ["a manager whose profile has no members", profile, { ...manager, members: undefined }, "loses-row"],
  ["members without names", profile, { ...manager, members: [{ id: 1, companies: [] }] }, "breaks"],
  ["a member's profile, which has no members", profile, { ...member, members: undefined }, "fine"],
  ["a role of their own", profile, { ...manager, promo_group: { system_name: "sales" } }, "breaks"],
] as const;

/** What the check says of a reply. */
function judge(descriptor: CallDescriptor, result: unknown) {
  const made = {
    as: "member",
    descriptor,
    kind: "read",
    page: "/",
    failing: { kind: "page" },
    mayBeRefused: false,
    input: {},
    giftKinds: new Map(),
  } as const;
  return judgeReply(made, { kind: "json", status: 200, json: { success: true, result } }).check;
}

test.each(planted)("§7.2 §8.9 the check of an upstream judges what people see: %s", (_, descriptor, result, effect) => {
  expect(judge(descriptor, result).effect).toBe(effect);
});

/** An upstream that has these promotions and report rows, and honours all parameters but one. */
async function openForgetfulUpstream(ignored: string) {
  const server = keepConnections(
    createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? "", "http://upstream");
      searchParams.delete(ignored);
      const asked = (name: string) => searchParams.get(name);
      const promotions = [
        { id: 3, name: "Третья" },
        { id: 2, name: "Вторая" },
      ].filter(({ id }) => asked("is_enabled") !== "0" && (asked("id") ?? String(id)) === String(id));
      if (asked("sort") === "id") promotions.reverse();
      const rows = (asked("file_id") ?? "4") === "4" ? [{ article_code: "A-1" }] : [];
      const items = pathname.endsWith("details") ? rows : promotions.slice(0, Number(asked("per_page")));
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify({ success: true, result: { items, total: items.length } }));
    }),
  );
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    upstream: { origin: `http://127.0.0.1:${port}`, clientId: "brand", clientSecret: "secret" },
    close: () => new Promise((done) => server.close(done)),
  };
}

const page = { page: 1, per_page: 12 };
const ignorable = [
  ["nothing", listPromotions, page, "", []],
  ["nothing of one promotion", listPromotions, { id: "2", page: 1, per_page: 1 }, "", []],
  ["nothing of a report", reportDetails, { file_id: "4" }, "", []],
  ["id", listPromotions, { id: "2", page: 1, per_page: 1 }, "id", [["?id", "breaks"]]],
  ["sort", listPromotions, page, "sort", [["?sort", "tolerated"]]],
  ["sort of a participant", listOwnPromotions, page, "sort", [["?sort", "tolerated"]]],
  ["is_enabled", listPromotions, page, "is_enabled", [["?is_enabled", "tolerated"]]],
  ["file_id", reportDetails, { file_id: "4" }, "file_id", [["?file_id", "breaks"]]],
] as const;

/** What the check says of an upstream that ignores a parameter. */
async function findIgnored(descriptor: CallDescriptor, input: object, ignored: string) {
  const { upstream, close } = await openForgetfulUpstream(ignored);
  const sender = { upstream };
  const reply = await sendCall(sender, descriptor, { ...input });
  const found = await checkParameters(sender, descriptor, { ...input }, reply.kind === "json" ? reply.json : null);
  await close();
  return found;
}

test.each(ignorable)(
  "§7.1 §7.2 the check tells that %s is ignored",
  async (_, descriptor, input, ignored, expected) => {
    const found = await findIgnored(descriptor, input, ignored);
    expect(found.map(({ place, effect }) => [place, effect])).toEqual(expected);
  },
);

test("§7.1 §8.9 every planted deviation has its verdict in the table", async () => {
  const replies = planted.map(([name, descriptor, result]) => {
    const { call, effect, detail, deviations } = judge(descriptor, result);
    return [name, call, effect, detail || deviations.map(({ place, portal }) => `${place}: ${portal}`).join("; ")];
  });
  const parameters = await Promise.all(
    ignorable.map(async ([name, descriptor, input, ignored]) => {
      const [found] = await findIgnored(descriptor, input, ignored);
      return [`${name} is ignored`, nameOf(descriptor), found?.effect ?? "fine", found?.portal ?? ""];
    }),
  );
  const rows = [...replies, ...parameters].map((row) => `| ${row.join(" | ")} |`);
  const table = ["| planted | call | verdict | what the check says |", "|---|---|---|---|", ...rows, ""].join("\n");
  await expect(table).toMatchFileSnapshot("planted-deviations.md");
});

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readBalance } from "../../../../club/points/ledger";
import { verifyLedger } from "../../../../club/points/verify-ledger";
import {
  acceptSaleClaim,
  claimSale,
  downloadSaleClaimPhoto,
  listReceivedSaleClaims,
  listSaleClaims,
  readReceivedSaleClaim as readClaim,
  refuseSaleClaim,
  saleClaimChoices,
  withdrawSaleClaim,
} from "../../../../contract/sale-claims";
import { alias } from "../../../../contract/values";
import { openTestClub, type TestClub } from "../../../setup/club";
import { setCountedCalls } from "../../../setup/counted-calls";
import { addCompany, addPerson } from "../../points/people";
import { claim, claimOf, photo, readClaims } from "./claims";
import { act, report, saleOf } from "./recall";
import { ARTICLES, addDistributor, type Distributor, INNS } from "./reports";

let club: TestClub;
let people: Distributor;
let day = 0;

beforeAll(async () => {
  club = await openTestClub({ now: "2026-12-15T09:00:00Z", work: false });
  people = await addDistributor(club);
});
afterAll(() => club.close());
/** Each test has its own day, so that no sale is another's. */
beforeEach(() => {
  day += 1;
});

const sellDate = () => `2026-03-${String(day).padStart(2, "0")}`;
const claimed = (changes: Parameters<typeof claimOf>[1] = {}) => claimOf(people, { sell_date: sellDate(), ...changes });
const sold = (changes: Parameters<typeof saleOf>[1] = {}) => saleOf(people, { date: sellDate(), ...changes });
const balances = () => Promise.all([people.managers[0], people.members[0]].map(({ id }) => readBalance(club.db, id)));
const asCurator = () => ({ token: people.curator.token });
const answer = (id: number, changes: Record<string, string | number> = {}) => ({
  id: String(id),
  article_code: ARTICLES[0].code,
  sell_count: 10,
  sell_date: sellDate(),
  manager_id: String(people.managers[0].id),
  ...changes,
});
const mailsTo = async (email: string) =>
  (
    await club.db
      .selectFrom("outbox")
      .select(["subject", "text"])
      .where("recipient", "=", email)
      .orderBy("id")
      .execute()
  ).map(({ subject, text }) => `${subject}\n${text}`);

test("architecture: a shop claims a missing sale, the curator corrects and accepts it, and it counts like a row of a report", async () => {
  const [shop] = people.members;
  const [manager = 0, member = 0] = await balances();
  const id = await claim(club, shop, claimed({ comment: "В отчёте её нет" }));
  expect(await readClaims(club, shop)).toMatchObject([
    { id: String(id), status: "pending", distributor: "Дистрибьютор", shop: "Магазин на Лесной", sell_count: 10 },
  ]);
  expect(await mailsTo(people.curator.email)).toEqual([expect.stringContaining("/dashboard/report/claims")]);

  const card = await club.ask(readClaim, { id: String(id) }, asCurator());
  expect(card).toMatchObject({
    comment: "В отчёте её нет",
    document_number: "УПД-17",
    manager_id: String(people.managers[0].id),
    photos: [{ number: 1, type: "image/jpeg" }],
    similar: [],
  });
  expect(card.managers).toHaveLength(2);
  const { body, headers } = await club.call(downloadSaleClaimPhoto, { id: String(id), number: "1" }, asCurator());
  expect([body.length, headers.get("content-type")]).toEqual([2000, "image/jpeg"]);

  await club.ask(acceptSaleClaim, answer(id, { sell_count: 4 }), asCurator());
  expect(await balances()).toEqual([manager + 12, member + 20]);
  expect((await readClaims(club, shop))[0]).toMatchObject({ status: "accepted", points: 20 });
  const [mail] = await mailsTo(shop.email);
  expect(mail).toContain(`Заявка № ${id} принята: Свеча зажигания, 4 шт.`);
  expect(mail).toContain("Баллы за неё: 20.");
  expect(await verifyLedger(club.db)).toEqual([]);
});

test("architecture: a later report with the claimed sale doesn't count it again, and says where it was counted", async () => {
  const id = await claim(club, people.managers[0], claimed());
  await club.ask(acceptSaleClaim, answer(id), asCurator());
  const before = await balances();
  const repeated = await report(club, people, [sold(), sold({ count: "2" })]);
  expect(repeated).toMatchObject({ status: "done", repeated: 1, failed: 0, points: 16 });
  expect(repeated.repeats[0]?.message).toContain(`Заявка № ${id}.csv`);
  expect(await balances()).toEqual([(before[0] ?? 0) + 6, (before[1] ?? 0) + 10]);
});

test("architecture: a sale that a report has is refused at once; one that a report brings while the claim waits, at the answer", async () => {
  await report(club, people, [sold()]);
  const known = await club.call(claimSale, claimed(), { token: people.members[0].token, files: { photo: photo() } });
  expect([known.status, known.refusal?.fields.article_code]).toEqual([
    409,
    expect.stringContaining("Эта продажа уже учтена"),
  ]);

  const id = await claim(club, people.members[0], claimed({ sell_count: 3 }));
  await report(club, people, [sold({ count: "3" })], { corrected_rows: "add" });
  const before = await balances();
  const late = await club.call(acceptSaleClaim, answer(id, { sell_count: 3 }), asCurator());
  expect([late.status, late.refusal?.message]).toEqual([409, expect.stringContaining("Учтено в отчёте")]);
  expect(await balances()).toEqual(before);
  const card = await club.ask(readClaim, { id: String(id) }, asCurator());
  expect([card.status, card.similar.slice(0, 2).map(({ sell_count }) => sell_count)]).toEqual(["pending", [3, 10]]);
  await club.ask(refuseSaleClaim, { id: String(id), reason: "Уже в отчёте" }, asCurator());
  expect((await readClaims(club, people.members[0]))[0]).toMatchObject({ status: "refused", reason: "Уже в отчёте" });
});

test("architecture: of a curator and an operator who answer at once, one makes the deal and the other is told", async () => {
  const id = await claim(club, people.members[0], claimed());
  const before = await balances();
  const outcomes = await Promise.allSettled([
    club.ask(acceptSaleClaim, answer(id), asCurator()),
    act(club, "accept-claim", { claim: String(id) }),
    club.ask(acceptSaleClaim, answer(id), asCurator()),
    act(club, "refuse-claim", { claim: String(id), reason: "Нет печати" }),
  ]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const { status, deal_id } = await club.db
    .selectFrom("sale_claims")
    .select(["status", "deal_id"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const gain = status === "accepted" ? [30, 50] : [0, 0];
  expect(deal_id === null).toBe(status === "refused");
  expect(await balances()).toEqual(before.map((points, side) => points + (gain[side] ?? 0)));
});

test("architecture: a counted claim is recalled like a row, and the sale may then be claimed or reported again", async () => {
  const [shop] = people.members;
  const before = await balances();
  const id = await claim(club, shop, claimed());
  await club.ask(acceptSaleClaim, answer(id), asCurator());
  const { deal_id } = await club.db
    .selectFrom("sale_claims")
    .select("deal_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await act(club, "recall-deal", { deal: String(deal_id), reason: "Чужой документ" });
  expect(await balances()).toEqual(before);
  expect((await readClaims(club, shop))[0]).toMatchObject({ status: "recalled", points: undefined });
  const again = await claim(club, shop, claimed());
  await club.ask(acceptSaleClaim, answer(again), asCurator());
  expect(await balances()).toEqual([(before[0] ?? 0) + 30, (before[1] ?? 0) + 50]);
  expect(await verifyLedger(club.db)).toEqual([]);
});

test("architecture: what can't become a deal is told at its field when it is claimed", async () => {
  const { token } = people.members[0];
  const refused = async (changes: Parameters<typeof claimOf>[1], files: Record<string, File> = { photo: photo() }) => {
    const { refusal } = await club.call(claimSale, claimed(changes), { token, files });
    return Object.keys(refusal?.fields ?? {});
  };
  expect(await refused({ article_code: "НЕТ-ТАКОГО" })).toEqual(["article_code"]);
  expect(await refused({ sell_date: "2027-01-01" })).toEqual(["sell_date"]);
  expect(await refused({ sell_date: "1999-12-31" })).toEqual(["sell_date"]);
  expect(await refused({ sell_count: 0 })).toEqual(["sell_count"]);
  expect(await refused({ inn: INNS[1] })).toEqual(["inn"]);
  expect(await refused({ curator_id: String(people.managers[0].id) })).toEqual(["curator_id"]);
  expect(await refused({}, {})).toEqual(["photo"]);
  expect(await refused({}, { photo: photo("<html>") })).toEqual(["photo"]);
  expect(await refused({}, { photo: photo(), second_photo: photo("MZ") })).toEqual(["second_photo"]);
  expect(await refused({}, { photo: photo(undefined, 10 * 1024 * 1024 + 1) })).toEqual(["photo"]);
  const stored = await club.db.selectFrom("sale_claims").select("id").where("sell_date", "=", sellDate()).execute();
  expect(stored).toEqual([]);
});

test("architecture: the same sale isn't claimed twice, and at most ten claims wait at once", async () => {
  const manager = people.managers[1];
  const first = await claim(club, manager, claimed());
  const send = (changes: Parameters<typeof claimOf>[1]) =>
    club.call(claimSale, claimed(changes), { token: manager.token, files: { photo: photo() } });
  const call = (count: number) => send({ sell_count: count });
  expect((await call(10)).refusal?.message).toBe(`Вы уже заявили эту продажу: заявка № ${first}.`);
  // Another shop, article or day is another sale.
  const others = [{ inn: INNS[1] }, { article_code: ARTICLES[1].code }, { sell_date: "2026-02-28" }];
  for (const changes of others) expect((await send(changes)).status).toBe(200);
  for (let count = 1; count <= 6; count += 1) expect((await call(count)).status).toBe(200);
  const full = await call(99);
  expect([full.status, full.refusal?.message]).toEqual([429, expect.stringContaining("Ответа ждут 10 ваших заявок")]);
});

test("architecture: a claim is seen and answered by the curator of its distributor only, and photos are sealed", async () => {
  const id = String(await claim(club, people.members[0], claimed()));
  const stranger = await addPerson(club, { role: "curator" });
  const asStranger = { token: stranger.token };
  expect((await club.ask(listReceivedSaleClaims, {}, asStranger)).total).toBe(0);
  const statuses = await Promise.all([
    club.call(readClaim, { id }, asStranger),
    club.call(downloadSaleClaimPhoto, { id, number: "1" }, asStranger),
    club.call(acceptSaleClaim, answer(Number(id)), asStranger),
    club.call(refuseSaleClaim, { id, reason: "Нет" }, asStranger),
    club.call(readClaim, { id }, { token: people.members[0].token }),
  ]);
  expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 403]);
  expect(await readClaims(club, people.members[1])).toEqual([]);
  const { photo_sealed } = await club.db
    .selectFrom("sale_claim_photos")
    .select("photo_sealed")
    .where("claim_id", "=", Number(id))
    .executeTakeFirstOrThrow();
  expect(photo_sealed.subarray(0, 3)).not.toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  const waiting = await club.ask(listReceivedSaleClaims, { status: "pending" }, asCurator());
  expect(waiting.items.map((one) => one.id)).toContain(id);
});

test("architecture: a shop withdraws a claim with its photos until it is answered, and nobody withdraws another's", async () => {
  const [shop, other] = people.members;
  const id = await claim(club, shop, claimed());
  const withdraw = (token: string) => club.call(withdrawSaleClaim, { id: String(id) }, { token });
  expect((await withdraw(other.token)).refusal).toMatchObject({ aliases: [alias.notFound] });
  expect((await withdraw(people.managers[0].token)).refusal).toMatchObject({ aliases: [alias.notFound] });
  await club.ask(withdrawSaleClaim, { id: String(id) }, { token: shop.token });
  expect((await readClaims(club, shop)).filter((one) => one.id === String(id))).toEqual([]);
  expect(await club.db.selectFrom("sale_claim_photos").select("id").where("claim_id", "=", id).execute()).toEqual([]);
  expect((await club.call(acceptSaleClaim, answer(id), asCurator())).refusal).toMatchObject({
    aliases: [alias.notFound],
  });

  const again = await claim(club, shop, claimed());
  await club.ask(refuseSaleClaim, { id: String(again), reason: "Уже в отчёте" }, asCurator());
  const late = await club.call(withdrawSaleClaim, { id: String(again) }, { token: shop.token });
  expect(late.refusal).toMatchObject({ aliases: [alias.collision] });
  expect(await readClaims(club, shop)).toContainEqual(
    expect.objectContaining({ id: String(again), status: "refused" }),
  );
});

test("architecture: what was said of a claim is final: no later yes, no or withdrawal changes points or status", async () => {
  const [shop] = people.members;
  const [accepted, refused] = [
    await claim(club, shop, claimed()),
    await claim(club, shop, claimed({ sell_count: 11 })),
  ];
  await club.ask(acceptSaleClaim, answer(accepted), asCurator());
  await club.ask(refuseSaleClaim, { id: String(refused), reason: "Уже в отчёте" }, asCurator());
  const before = await balances();
  for (const [id, sell_count, status] of [
    [accepted, 10, "accepted"],
    [refused, 11, "refused"],
  ] as const) {
    const late = [
      await club.call(acceptSaleClaim, answer(id, { sell_count }), asCurator()),
      await club.call(refuseSaleClaim, { id: String(id), reason: "Передумали" }, asCurator()),
      await club.call(withdrawSaleClaim, { id: String(id) }, { token: shop.token }),
    ];
    expect([status, ...late.map(({ refusal }) => refusal?.aliases)]).toEqual([
      status,
      ...late.map(() => [alias.collision]),
    ]);
    for (const name of ["accept-claim", "refuse-claim"]) {
      const input = { claim: String(id), ...(name === "refuse-claim" && { reason: "Передумали" }) };
      await expect(act(club, name, input)).rejects.toMatchObject({ status: 409 });
    }
    expect((await readClaims(club, shop)).find((one) => one.id === String(id))).toMatchObject({ status });
  }
  expect(await balances()).toEqual(before);
});

test("architecture: more pieces than a report may bring unseen are left to an operator", async () => {
  const id = await claim(club, people.members[0], claimed({ sell_count: 5_000 }));
  const { status, refusal } = await club.call(acceptSaleClaim, answer(id, { sell_count: 5_000 }), asCurator());
  const tooMany = "Для одной продажи это слишком много: такую заявку подтверждает оператор клуба.";
  expect([status, refusal?.fields]).toEqual([422, { sell_count: tooMany }]);
  const outcome = await act(club, "accept-claim", { claim: String(id) });
  // 40 000 points need a second operator.
  expect(outcome.state).not.toBe("done");
});

test("architecture: claims of a curator whose first report isn't approved yet are left to an operator", async () => {
  const id = await claim(club, people.members[0], claimed());
  const setNew = (first_report_waits: boolean) =>
    club.db.updateTable("users").set({ first_report_waits }).where("id", "=", people.curator.id).execute();
  await setNew(true);
  const { status, refusal } = await club.call(acceptSaleClaim, answer(id), asCurator());
  const first = "Пока первый ваш отчёт не подтверждён, заявки принимает оператор клуба.";
  expect([status, refusal?.fields]).toEqual([422, { sell_count: first }]);
  await setNew(false);
  expect((await club.call(acceptSaleClaim, answer(id), asCurator())).status).toBe(200);
});

test("architecture: the form offers a shop every distributor with managers, its own first, and a manager the own one", async () => {
  const other = await addPerson(club, { role: "curator" });
  const company = { kind: "distributor" as const, owner_id: other.id, actual_name_organization: "Альтернатива" };
  await club.db
    .insertInto("companies")
    .values({ ...company, inn: "5260000001", legal_name_organization: "" })
    .execute();
  const choices = (token: string) => club.ask(saleClaimChoices, {}, { token });
  expect((await choices(people.members[0].token)).distributors.map(({ name }) => name)).toEqual(["Дистрибьютор"]);
  const manager = await addPerson(club, { role: "manager", curatorId: other.id });
  const shop = await choices(people.members[0].token);
  expect(shop.distributors.map(({ name }) => name)).toEqual(["Дистрибьютор", "Альтернатива"]);
  expect(shop.shops).toEqual([{ id: INNS[0], name: "Магазин на Лесной" }]);
  expect(shop.articles.map(({ id }) => id)).toEqual(expect.arrayContaining(ARTICLES.map(({ code }) => code)));
  expect((await choices(manager.token)).distributors.map(({ name }) => name)).toEqual(["Альтернатива"]);
  expect((await choices(people.managers[0].token)).shops).toHaveLength(3);

  const id = await claim(club, people.members[0], claimed({ curator_id: String(other.id) }));
  const card = await club.ask(readClaim, { id: String(id) }, { token: other.token });
  expect(card.manager_id).toBe("");
});

test("architecture: a participant claims thirty sales a day, and another person isn't refused for it", async () => {
  const [, shop, other] = people.members;
  const call = ({ token }: { token: string }, inn: string, sell_count: number) =>
    club.call(claimSale, claimed({ inn, sell_count }), { token, files: { photo: photo() } });
  expect((await call(shop, INNS[1], 1)).status).toBe(200);
  await setCountedCalls(club, `sale-claims:${shop.id}`, 29);
  expect((await call(shop, INNS[1], 2)).status).toBe(200);
  const above = await call(shop, INNS[1], 3);
  expect([above.status, above.refusal?.message]).toEqual([429, expect.stringMatching(/^Слишком много попыток\./)]);
  expect((await call(other, INNS[2], 3)).status).toBe(200);
  club.clock.advance(25 * 60 * 60_000);
  expect((await call(shop, INNS[1], 3)).status).toBe(200);
});

test("architecture: a curator finds the claims that wait before those that are decided, newer or not", async () => {
  const waiting = await claim(club, people.members[0], claimed());
  const decided = await claim(club, people.managers[0], claimed({ article_code: ARTICLES[1].code }));
  await club.ask(refuseSaleClaim, { id: String(decided), reason: "Нет" }, asCurator());
  const { items } = await club.ask(listReceivedSaleClaims, {}, asCurator());
  const states = items.map(({ status }) => status === "pending");
  expect(items[0]?.id).toBe(String(waiting));
  expect([states.includes(false), states.lastIndexOf(true) < states.indexOf(false)]).toEqual([true, true]);
});

/** The deal that a claim has become. */
const dealOf = (id: number) =>
  club.db
    .selectFrom("sale_claims")
    .innerJoin("deals", "deals.id", "sale_claims.deal_id")
    .select(["deals.sell_date", "deals.article_code", "deals.sell_count", "deals.manager_id"])
    .where("sale_claims.id", "=", id)
    .executeTakeFirstOrThrow();

test("architecture: a curator corrects day, article, count and manager of a claim, and the manager reads the own points", async () => {
  const [manager, other] = people.managers;
  const corrected = { sell_date: "2026-05-05", article_code: ARTICLES[1].code, sell_count: 2 };
  const id = await claim(club, people.members[0], claimed());
  await club.ask(acceptSaleClaim, answer(id, { ...corrected, manager_id: String(other.id) }), asCurator());
  expect(await dealOf(id)).toEqual({ ...corrected, manager_id: other.id });
  // What it has become itself isn't a sale like it.
  const same = await claim(club, people.members[0], claimed({ sell_count: 7 }));
  await club.ask(acceptSaleClaim, answer(same, { sell_count: 7 }), asCurator());
  expect(
    (await club.ask(readClaim, { id: String(same) }, asCurator())).similar.map(({ sell_count }) => sell_count),
  ).not.toContain(7);
  const own = await claim(club, manager, claimed({ sell_count: 6 }));
  await club.ask(acceptSaleClaim, answer(own, { sell_count: 6 }), asCurator());
  expect((await readClaims(club, manager))[0]).toMatchObject({ id: String(own), points: 18 });
  expect((await mailsTo(manager.email)).at(-1)).toContain("Баллы за неё: 18.");
});

test("architecture: beside a claim stand counted sales of two weeks around it, the nearest first, without recalled ones", async () => {
  const count = async (date: string, pieces: number) => {
    const { id } = await report(club, people, [sold({ date, count: String(pieces) })]);
    return id;
  };
  await count("2026-06-30", 1);
  await count("2026-07-01", 2);
  await count("2026-07-29", 3);
  await count("2026-07-30", 4);
  await count("2026-07-16", 5);
  await act(club, "recall-report", { report: await count("2026-07-15", 6), reason: "Чужой файл" });
  const id = await claim(club, people.members[0], claimed({ sell_date: "2026-07-15" }));
  const { similar } = await club.ask(readClaim, { id: String(id) }, asCurator());
  expect(similar.map(({ sell_count }) => sell_count)).toEqual([5, 3, 2]);
});

/** So many claims of a shop may wait at once. */
const withdraw = (id: number) => club.ask(withdrawSaleClaim, { id: String(id) }, { token: people.members[0].token });

test("§6.4 beside a claim a curator reads nothing that another distributor has sold to the same shop", async () => {
  const other = await addPerson(club, { role: "curator" });
  await addCompany(club, { ownerId: other.id, inn: "5260000005", kind: "distributor", name: "Пятый" });
  const manager = await addPerson(club, { role: "manager", curatorId: other.id });
  const others: Distributor = { ...people, curator: other, managers: [manager, manager] };
  const similarOf = async (id: number, { token }: { token: string }) =>
    (await club.ask(readClaim, { id: String(id) }, { token })).similar.map(({ sell_count }) => sell_count);
  const date = "2026-09-15";
  await report(club, people, [sold({ date, count: "7" })]);
  await report(club, others, [saleOf(others, { date, count: "9" })]);
  const own = await claim(club, people.members[0], claimed({ sell_date: date }));
  const theirs = await claim(club, people.members[0], claimed({ sell_date: date, curator_id: String(other.id) }));
  expect(await similarOf(own, people.curator)).toEqual([7]);
  expect(await similarOf(theirs, other)).toEqual([9]);
  for (const id of [own, theirs]) await withdraw(id);
});

test("§9.1 a page beyond the last one has no claim, and still says how many there are", async () => {
  const id = await claim(club, people.members[0], claimed());
  const lists = [
    (page: number) => club.ask(listSaleClaims, { page, per_page: 1 }, { token: people.members[0].token }),
    (page: number) => club.ask(listReceivedSaleClaims, { page, per_page: 1 }, asCurator()),
  ];
  for (const read of lists) {
    const { total } = await read(1);
    expect(total).toBeGreaterThan(0);
    expect((await read(total)).items).toHaveLength(1);
    expect(await read(total + 1)).toMatchObject({ items: [], total });
  }
  await withdraw(id);
});

test("architecture: the photos of a claim stand in the order in which they were sent", async () => {
  const files = { photo: photo(undefined, 1500), second_photo: photo(undefined, 2500) };
  const { id } = await club.ask(claimSale, claimed(), { token: people.members[0].token, files });
  const sizes = ["1", "2"].map(async (number) => {
    const { body } = await club.call(downloadSaleClaimPhoto, { id: String(id), number }, asCurator());
    return body.length;
  });
  expect(await Promise.all(sizes)).toEqual([1500, 2500]);
  expect((await club.call(downloadSaleClaimPhoto, { id: String(id), number: "3" }, asCurator())).status).toBe(404);
});

test("architecture: a colleague's counted sale and a claim at another distributor aren't the same sale", async () => {
  const [manager, colleague] = people.managers;
  await report(club, people, [sold({ manager: colleague.phone })]);
  await claim(club, manager, claimed());
  const [, , shop] = people.members;
  const other = await addPerson(club, { role: "curator" });
  await addCompany(club, { ownerId: other.id, inn: "5260000002", kind: "distributor", name: "Второй" });
  await addPerson(club, { role: "manager", curatorId: other.id });
  const wanted = claimed({ inn: INNS[2], article_code: ARTICLES[2].code });
  await claim(club, shop, wanted);
  await claim(club, shop, { ...wanted, curator_id: String(other.id) });
});

test("architecture: the curator is written to when none of the claims waits any more, not of each", async () => {
  const curator = await addPerson(club, { role: "curator" });
  await addCompany(club, { ownerId: curator.id, inn: "5260000003", kind: "distributor", name: "Третий" });
  await addPerson(club, { role: "manager", curatorId: curator.id });
  const ask = (sell_count: number) =>
    claim(club, people.members[0], claimed({ curator_id: String(curator.id), sell_count }));
  const ids = [await ask(1), await ask(2)];
  expect(await mailsTo(curator.email)).toHaveLength(1);
  const asOwn = { token: curator.token };
  for (const id of ids) await club.ask(refuseSaleClaim, { id: String(id), reason: "Нет" }, asOwn);
  await ask(3);
  expect(await mailsTo(curator.email)).toHaveLength(2);
});

test("architecture: managers who are disabled sell nothing: neither to the curator nor to who claims", async () => {
  const curator = await addPerson(club, { role: "curator" });
  await addCompany(club, { ownerId: curator.id, inn: "5260000004", kind: "distributor", name: "Четвёртый" });
  const managers = [
    await addPerson(club, { role: "manager", curatorId: curator.id }),
    await addPerson(club, { role: "manager", curatorId: curator.id }),
  ];
  const disable = (id = 0) => club.db.updateTable("users").set({ is_disabled: true }).where("id", "=", id).execute();
  const [shop] = people.members;
  const wanted = claimed({ curator_id: String(curator.id) });
  const names = async () =>
    (await club.ask(saleClaimChoices, {}, { token: shop.token })).distributors.map(({ name }) => name);
  await disable(managers[0]?.id);
  const id = await claim(club, shop, wanted);
  const card = await club.ask(readClaim, { id: String(id) }, { token: curator.token });
  expect(card.managers.map((one) => one.id)).toEqual([String(managers[1]?.id)]);
  expect(await names()).toContain("Четвёртый");
  await disable(curator.id);
  expect(await names()).not.toContain("Четвёртый");
  const row = club.db.updateTable("users").where("id", "=", curator.id);
  // Nor is the club's own curator a distributor.
  await row.set({ is_disabled: false, is_system: true }).execute();
  expect(await names()).not.toContain("Четвёртый");
  await row.set({ is_system: false }).execute();
  expect(await names()).toContain("Четвёртый");
  await disable(managers[1]?.id);
  expect(await names()).not.toContain("Четвёртый");
  const late = { ...wanted, sell_count: 3 };
  const { refusal } = await club.call(claimSale, late, { token: shop.token, files: { photo: photo() } });
  expect(Object.keys(refusal?.fields ?? {})).toEqual(["curator_id"]);
});

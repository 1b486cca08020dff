import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { MOVED } from "../../club/points/day-limits";
import { creditPoints } from "../../club/points/ledger";
import { overviewCalls, calls as specified } from "../../contract";
import { type CallDescriptor, pathParameters } from "../../contract/call";
import { listReportMonths } from "../../contract/regional";
import { createRequest } from "../../contract/request";
import type { Participant } from "../../contract/values";
import { addCompany, addPerson, type TestPerson } from "../club/points/people";
import { openTestClub, type TestClub } from "../setup/club";
import { CLIENT_ID, CLIENT_SECRET } from "../setup/club-call";
import { tries } from "../setup/properties";

/** The calls that return rows, whatever they are. Those that change something aren't made. */
const readingCalls = [...specified, ...overviewCalls].filter(
  ({ method, path, audience }) =>
    (method === "GET" || path === "invites/list/user/current") && Array.isArray(audience) && !path.includes("{query}"),
);

/** Each person and row is chosen by a number, which is taken modulo those that there are. */
const choice = fc.nat({ max: 99 });
const world = fc.record({
  managers: fc.array(fc.record({ curator: choice, isConfirmed: fc.boolean() }), { minLength: 3, maxLength: 5 }),
  shops: fc.array(fc.record({ curator: fc.option(choice), manager: fc.option(choice) }), {
    minLength: 2,
    maxLength: 4,
  }),
  deals: fc.array(fc.record({ curator: choice, manager: choice, shop: choice, isRecalled: fc.boolean() }), {
    minLength: 6,
    maxLength: 14,
  }),
  claims: fc.array(fc.record({ curator: choice, deal: choice, isOfShop: fc.boolean() }), {
    minLength: 2,
    maxLength: 6,
  }),
});
type World = typeof world extends fc.Arbitrary<infer Made> ? Made : never;

interface Person extends TestPerson {
  readonly participant: Participant;
  /** Of a manager whose distributor is confirmed: its curator. */
  readonly distributor: number | null;
}

/** A deal or a claim, with a word that stands in nothing else. */
interface Row {
  readonly id: number;
  readonly word: string;
  readonly seenBy: (person: Person) => boolean;
}
interface Deal extends Row {
  readonly points: Record<"manager" | "member", number>;
  readonly sides: { readonly curator: number; readonly manager: number; readonly member: number };
}

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub({ now: "2026-06-15T09:00:00Z", work: false });
});
afterAll(() => club?.close());

let words = 0;
const freshWord = (kind: string) => `${kind}${++words}Q`;
const pick = <One>(list: readonly One[], number: number): One => list[number % list.length] as One;

async function build({ managers, shops, deals, claims }: World) {
  const { db } = club;
  const person = async (participant: Participant, made: Promise<TestPerson>, distributor: number | null = null) => ({
    ...(await made),
    participant,
    distributor,
  });
  const curators: Person[] = [];
  for (let made = 0; made < 3; made++) {
    const curator = await person("curator", addPerson(club, { role: "curator" }));
    await addCompany(club, { ownerId: curator.id, inn: freshInn(), kind: "distributor", name: `Склад${made}` });
    curators.push(curator);
  }
  const sellers: Person[] = [];
  for (const { curator, isConfirmed } of managers) {
    const curatorId = pick(curators, curator).id;
    const seller = await person(
      "manager",
      addPerson(club, { role: "manager", curatorId }),
      isConfirmed ? curatorId : null,
    );
    await db
      .updateTable("users")
      .set({ distributor_confirmed_at: isConfirmed ? club.clock.now() : null })
      .where("id", "=", seller.id)
      .execute();
    sellers.push(seller);
  }
  const buyers: (Person & { readonly companyId: number; readonly inn: string })[] = [];
  for (const { curator, manager } of shops) {
    const relations = {
      ...(curator !== null && { curatorId: pick(curators, curator).id }),
      ...(manager !== null && { managerId: pick(sellers, manager).id }),
    };
    const buyer = await person("member", addPerson(club, { role: "member", ...relations }));
    const inn = freshInn();
    const companyId = await addCompany(club, { ownerId: buyer.id, inn, name: "Лавка" });
    buyers.push({ ...buyer, companyId, inn });
  }
  const systemManager = await person("system-manager", addPerson(club, { role: "manager", isSystem: true }));
  const files: Row[] = [];
  for (const { id } of curators) {
    const word = freshWord("F");
    const file = await db
      .insertInto("report_files")
      .values({
        curator_id: id,
        file_name: `${word}.csv`,
        content_type: "text/csv",
        content: Buffer.from(word),
        status: "done",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    files.push({ id: file.id, word, seenBy: (one) => one.id === id });
  }
  const made: Deal[] = [];
  for (const [index, { isRecalled, ...of }] of deals.entries()) {
    const [curator, manager, shop] = [pick(curators, of.curator), pick(sellers, of.manager), pick(buyers, of.shop)];
    const file = pick(files, of.curator);
    const word = freshWord("D");
    const points = { manager: 1_000 + 7 * words, member: 5_000 + 13 * words };
    const { id } = await db
      .insertInto("deals")
      .values({
        ...{
          file_id: file.id,
          file_row: index + 1,
          curator_id: curator.id,
          manager_id: manager.id,
          member_id: shop.id,
        },
        ...{
          company_id: shop.companyId,
          sell_date: "2026-06-10",
          article_code: "A-1",
          article_name: word,
          sell_count: 2,
        },
        ...{ manager_points: points.manager, member_points: points.member, fingerprint: Buffer.from(word) },
        recalled_at: isRecalled ? club.clock.now() : null,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    if (isRecalled) continue;
    await db.transaction().execute(async (trx) => {
      for (const [side, userId] of [
        ["manager", manager.id],
        ["member", shop.id],
      ] as const) {
        const entry = { userId, amount: points[side], reason: "deal", reference: `deal:${id}` } as const;
        await creditPoints(trx, MOVED, [{ ...entry, action: `Продажа ${word}`, createdAt: club.clock.now() }]);
      }
    });
    made.push({
      id,
      word,
      points,
      sides: { curator: curator.id, manager: manager.id, member: shop.id },
      seenBy: (one) =>
        one.participant === "system-manager" ||
        [curator.id, manager.id, shop.id].includes(one.id) ||
        one.distributor === curator.id,
    });
  }
  const claimed: Row[] = [];
  for (const { curator, deal, isOfShop } of claims) {
    const of = pick(made, deal);
    if (!of) continue;
    const word = freshWord("C");
    const curatorId = pick(curators, curator).id;
    const claimantId = isOfShop ? of.sides.member : of.sides.manager;
    const companyId = buyers.find(({ id }) => id === of.sides.member)?.companyId ?? 0;
    const { id } = await db
      .insertInto("sale_claims")
      .values({
        ...{ user_id: claimantId, curator_id: curatorId, company_id: companyId, sell_date: "2026-06-11" },
        ...{ article_code: "A-1", article_name: "Свеча", sell_count: 2, document_number: word, comment: word },
        created_at: club.clock.now(),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    claimed.push({ id, word, seenBy: (one) => one.id === curatorId || one.id === claimantId });
  }
  return {
    people: [...curators, ...sellers, ...buyers, systemManager],
    inns: buyers.map(({ inn }) => inn),
    files,
    deals: made,
    claims: claimed,
  };
}

/** Every value by which a call may be asked for somebody's rows. */
function listInputs(call: CallDescriptor, { people, inns, files, deals, claims }: Awaited<ReturnType<typeof build>>) {
  const shape = call.input instanceof z.ZodObject ? call.input.shape : {};
  const ids = [...new Set([...people, ...files, ...deals, ...claims].map(({ id }) => String(id)))];
  const values: Record<string, readonly string[]> = {
    id: ids,
    user_id: people.map(({ id }) => String(id)),
    file_id: files.map(({ id }) => String(id)),
    report_id: files.map(({ id }) => String(id)),
    inn: inns,
  };
  const fixed = {
    ...("per_page" in shape && { page: 1, per_page: 100 }),
    ...("month" in shape && { month: "2026-06" }),
    ...("number" in shape && { number: "1" }),
    ...(pathParameters(call.path).includes("kind") && { kind: "import" }),
  };
  const asked = Object.keys(values).filter((field) => field in shape);
  return [fixed, ...asked.flatMap((field) => (values[field] ?? []).map((value) => ({ ...fixed, [field]: value })))];
}

async function read(call: CallDescriptor, input: object, token: string): Promise<string> {
  const upstream = { origin: club.origin, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET };
  const placeholders = Object.fromEntries(pathParameters(call.path).map((name) => [name, "0"]));
  const response = await club.club.fetch(createRequest(upstream, call, { ...placeholders, ...input }, { token }));
  const text = Buffer.from(await response.arrayBuffer()).toString("utf8");
  expect(response.status, `${call.path} ${JSON.stringify(input)} ${text}`).toBeLessThan(500);
  expect(response.status, call.path).not.toBe(429);
  return text;
}

test("§6.4 §1.3 whoever asks for whatever: nobody is answered with a sale, claim or report beyond the own wall, and everybody with all within it", async () => {
  const property = fc.asyncProperty(world, async (chosen) => {
    const built = await build(chosen);
    for (const person of built.people) {
      const calls = readingCalls.filter(({ audience }) => audience.includes(person.participant));
      const texts: string[] = [];
      for (const call of calls) {
        for (const input of listInputs(call, built)) texts.push(await read(call, input, person.token));
      }
      const all = texts.join("\n");
      const found = (rows: readonly Row[]) => rows.filter(({ word }) => all.includes(word)).map(({ word }) => word);
      const seen = (rows: readonly Row[]) => rows.filter((row) => row.seenBy(person)).map(({ word }) => word);
      for (const rows of [built.files, built.deals, built.claims]) {
        expect(found(rows)).toEqual(seen(rows));
      }
      await expectSumsOfSeenDeals(built, person);
    }
  });
  // A smaller world would take as long again for each step.
  await fc.assert(property, { ...tries(3), endOnFailure: true });
});

/** What is counted and summed of a person's months is what the searcher could add up. */
async function expectSumsOfSeenDeals({ people, deals }: Awaited<ReturnType<typeof build>>, searcher: Person) {
  if (!searcher.participant.endsWith("manager")) return;
  for (const { id, participant } of people) {
    const { result } = await club.call(listReportMonths, { id: String(id) }, { token: searcher.token });
    const rows = deals.filter((deal) => deal.seenBy(searcher) && Object.values(deal.sides).includes(id));
    const points = rows.reduce((sum, deal) => {
      if (participant === "curator") return sum + deal.points.manager + deal.points.member;
      return sum + (participant === "member" ? deal.points.member : deal.points.manager);
    }, 0);
    if (result) expect(result).toEqual(rows.length === 0 ? [] : [{ month: "2026-06", rows: rows.length, points }]);
  }
}

let inns = 7_800_000_000;
/** An INN of the right length; the calls that find a company by it check no more. */
const freshInn = () => String(++inns);

import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openDadata } from "../../../../club/platform/providers/dadata/open-dadata";
import { register } from "../../../../contract/accounts";
import { findCompanyByTin } from "../../../../contract/companies";
import { type Dadata, openDadataServer } from "../../../providers/dadata";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addCompany, addPerson, freshInn, retailForm } from "../../club-people";

let dadata: Dadata;
/** A club that asks the stand-in. Its register is opened anew for each test, for one rests after a failure. */
let club: TestClub;
const logged: string[] = [];

beforeAll(async () => {
  dadata = await openDadataServer();
  const log = (fields: object, message: string) => void logged.push(`${JSON.stringify(fields)} ${message}`);
  const settings = { dadataKey: "key-of-dadata", dadataUrl: dadata.url };
  club = await openTestClub({ work: false, settings, log: { info: log, warn: log, error: log } });
});
afterAll(async () => {
  await club?.close();
  await dadata?.close();
});
beforeEach(() => {
  const register = openDadata({ key: "key-of-dadata", url: dadata.url });
  Object.assign(club.club.services, { companyRegister: register });
  dadata.requests.length = 0;
  logged.length = 0;
});
afterEach(() => {
  dadata.faults.length = 0;
});

const shaft = { name: 'ООО "ШАТУН"', address: "г Клин, ул Мира, д 1" };
function addParty(party: { name: string; address: string | null } = shaft): string {
  const inn = freshInn();
  dadata.parties.set(inn, party);
  return inn;
}
const addOwn = (inn: string) =>
  club.db.insertInto("legal_entities").values({ inn, name: "ООО «Из файла»", address: "Тверь, 2" }).execute();
const find = (tin: string) => club.call(findCompanyByTin, { tin });
const readOwn = (inn: string) =>
  club.db.selectFrom("legal_entities").select(["name", "address"]).where("inn", "=", inn).executeTakeFirst();

test("§3.4 a company is found at DaData, asked for once, and kept in the club's own register", async () => {
  const inn = addParty();
  const found = await Promise.all([find(inn), find(inn)]);
  expect(found.map(({ result }) => result)).toEqual(Array(2).fill({ tin: inn, ...shaft }));
  expect((await find(inn)).result?.name).toBe(shaft.name);
  expect(dadata.requests).toEqual([
    {
      path: "/suggestions/api/4_1/rs/findById/party",
      authorization: "Token key-of-dadata",
      body: { query: inn, count: 1 },
    },
  ]);
  expect(await readOwn(inn)).toEqual(shaft);
});

test("§3.4 DaData's name replaces the imported one; an address that it doesn't tell stays", async () => {
  const inn = addParty({ name: "ИП Шатунов Пётр", address: null });
  await addOwn(inn);
  expect((await find(inn)).result).toEqual({ tin: inn, name: "ИП Шатунов Пётр", address: "Тверь, 2" });
  const told = addParty();
  await addOwn(told);
  expect([(await find(told)).result, await readOwn(told)]).toEqual([{ tin: told, ...shaft }, shaft]);
});

test("§3.4 a company that DaData doesn't know is looked up in the imported file, and else is unknown", async () => {
  const own = freshInn();
  await addOwn(own);
  expect((await find(own)).result?.name).toBe("ООО «Из файла»");
  const unknown = await find(freshInn());
  expect([unknown.status, unknown.refusal?.message]).toEqual([404, expect.stringContaining("не найдена")]);
  expect((await find("7700000000")).status).toBe(404);
  expect(dadata.requests).toHaveLength(2);
});

test.each([
  ["is overloaded for a moment", { status: 503 }],
  ["took too long to read the question", { status: 408 }],
  ["cuts the connection", "cut"],
  ["answers something else", { body: "<html>" }],
  ["answers another shape", { body: '{"suggestions":[{"data":{}}]}' }],
] as const)("§3.4 while DaData %s, it is asked once more", async (_what, fault) => {
  const inn = addParty();
  dadata.faults.push(fault);
  expect((await find(inn)).result).toEqual({ tin: inn, ...shaft });
  expect(dadata.requests).toHaveLength(2);
});

test.each([
  ["refuses the key", { status: 401 }, 1],
  ["has spent the day's limit", { status: 403 }, 1],
  ["is asked too often", { status: 429 }, 1],
  ["is down", "cut", 2],
  ["never answers", "silent", 2],
] as const)(
  "§3.4 when DaData %s, the club's own register serves, and DaData is left alone for a while",
  async (_what, fault, asked) => {
    const [own, other] = [addParty(), addParty()];
    await addOwn(own);
    dadata.faults.push(fault, fault);
    expect((await find(own)).result?.name).toBe("ООО «Из файла»");
    const unknown = await find(other);
    expect([unknown.status, unknown.refusal?.message]).toEqual([404, expect.stringContaining("сейчас не отвечает")]);
    expect(dadata.requests).toHaveLength(asked);
    expect(logged.join()).toContain("the register of companies doesn't answer");
    for (const secret of [own, other, "key-of-dadata"]) expect(logged.join()).not.toContain(secret);
  },
  60_000,
);

test("§3.4 DaData rests for half a minute after a failure, for five after a refusal, and an unknown company for an hour", async () => {
  let ahead = 0;
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + ahead);
  try {
    const pass = (seconds: number) => {
      ahead += seconds * 1000;
    };
    const asks = async (seconds: number, register: ReturnType<typeof openDadata>, inn: string) => {
      pass(seconds);
      const before = dadata.requests.length;
      await register.find(inn).catch(() => null);
      return dadata.requests.length > before;
    };
    const open = () => openDadata({ key: "key-of-dadata", url: dadata.url });
    for (const [faults, rest] of [
      [["cut", "cut"], 30],
      [[{ status: 403 }], 5 * 60],
    ] as const) {
      const register = open();
      dadata.faults.push(...faults);
      expect(await asks(0, register, addParty())).toBe(true);
      expect(await asks(rest - 1, register, addParty())).toBe(false);
      expect(await asks(2, register, addParty())).toBe(true);
    }
    const register = open();
    const [known, unknown] = [addParty(), freshInn()];
    for (const inn of [known, unknown]) expect(await asks(0, register, inn)).toBe(true);
    pass(59 * 60);
    for (const inn of [known, unknown]) expect(await asks(0, register, inn)).toBe(false);
    pass(2 * 60);
    // The cache looks at the clock once in a millisecond.
    await expect.poll(() => asks(0, register, unknown)).toBe(true);
    expect(await asks(0, register, known)).toBe(false);
  } finally {
    clock.mockRestore();
  }
});

test("§5.4 a shop that registers without a look-up gets its legal name; while DaData is down it registers without", async () => {
  const read = (inn: string) =>
    club.db.selectFrom("companies").select("legal_name_organization").where("inn", "=", inn).executeTakeFirstOrThrow();
  const curator = await addPerson(club, { role: "curator" });
  await addCompany(club, curator.id, "distributor");
  const related_to_user_id = [String(curator.id)];
  const inn = addParty();
  await club.ask(register, await retailForm(club, { company_inn: inn, related_to_user_id }));
  expect(await read(inn)).toEqual({ legal_name_organization: shaft.name });
  dadata.faults.push({ status: 403 });
  const late = addParty();
  await club.ask(register, await retailForm(club, { company_inn: late, related_to_user_id }));
  expect(await read(late)).toEqual({ legal_name_organization: "" });
});

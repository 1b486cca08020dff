import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportPerson } from "../../../../club/operators/people/export-person";
import { removeExpiredData } from "../../../../club/operators/people/retention";
import { refuseSaleClaim } from "../../../../contract/sale-claims";
import { openTestClub, type TestClub } from "../../../setup/club";
import { act, readCard, readList, readToday, refusalOf } from "../../operators";
import { claim, claimOf } from "./claims";
import { addDistributor, type Distributor } from "./reports";

const DAY_MS = 24 * 60 * 60 * 1000;

let club: TestClub;
let people: Distributor;
beforeAll(async () => {
  club = await openTestClub({ now: "2026-12-15T09:00:00Z", work: false });
  people = await addDistributor(club);
});
afterAll(() => club.close());

const photosOf = (claimId: number) =>
  club.db.selectFrom("sale_claim_photos").select("photo_sealed").where("claim_id", "=", claimId).execute();

test("architecture: an operator finds a waiting claim on today's page, looks at its document, corrects and accepts it", async () => {
  const id = await claim(club, people.members[0], claimOf(people, { sell_date: "2026-04-01" }));
  expect(await readToday(club, "sale-claims")).toEqual([1]);
  expect((await readList(club, "sale-claims", { status: "pending" })).ids).toEqual([String(id)]);
  const open = await readCard(club, "sale-claim", String(id));
  expect([open.acts, open.text]).toEqual([
    ["look-at-claim", "accept-claim", "refuse-claim"],
    expect.stringContaining("УПД-17"),
  ]);
  const { file } = await act(club, "look-at-claim", { claim: String(id) });
  expect(Object.keys(unzipSync(new Uint8Array(file?.content as Buffer)))).toEqual(["document-1.jpeg"]);
  const log = await club.db.selectFrom("audit_log").select(["act", "subject_id"]).execute();
  expect(log).toContainEqual({ act: "look-at-claim", subject_id: String(id) });

  expect(await refusalOf(club, "accept-claim", { claim: String(id), article: "НЕТ" })).toMatchObject({
    field: "article",
  });
  const { points } = await act(club, "accept-claim", {
    claim: String(id),
    count: "4",
    manager: people.managers[1].phone,
  });
  expect(points).toBe(32);
  const decided = await readCard(club, "sale-claim", String(id));
  expect([decided.acts, decided.text]).toEqual([["look-at-claim"], expect.stringContaining("Принята")]);
  // Whether it was the curator or an operator.
  expect(decided.text).toContain(", оператор");
  const other = await claim(club, people.members[0], claimOf(people, { sell_date: "2026-04-11" }));
  const { token } = people.curator;
  await club.ask(refuseSaleClaim, { id: String(other), reason: "Нет" }, { token });
  expect((await readCard(club, "sale-claim", String(other))).text).toContain(", куратор");
  expect(await refusalOf(club, "refuse-claim", { claim: String(id), reason: "Нет" })).toEqual({
    message: `Заявка № ${id} уже решена.`,
    field: "claim",
  });
});

test("architecture: whatever keeps a claim from counting is told at a field that its operator has", async () => {
  const [shop] = people.members;
  const id = String(await claim(club, shop, claimOf(people, { sell_date: "2026-04-12" })));
  const fieldOf = async (more: object = {}) => (await refusalOf(club, "accept-claim", { claim: id, ...more }))?.field;
  expect(await fieldOf({ manager: "79990001122" })).toBe("manager");
  expect(await fieldOf({ manager: shop.phone })).toBe("manager");
  expect(await fieldOf({ date: "2026-12-16" })).toBe("date");
  const setDisabled = (is_disabled: boolean) =>
    club.db.updateTable("users").set({ is_disabled }).where("id", "=", shop.id).execute();
  await setDisabled(true);
  // Nobody can correct whose shop it is.
  expect(await fieldOf()).toBe("claim");
  await setDisabled(false);
  await act(club, "refuse-claim", { claim: id, reason: "Нет" });
});

test("§8.5 photos of claims go after the time of documents: refused ones first, accepted ones later; the claims stay", async () => {
  const [refused, accepted] = [
    await claim(club, people.members[1], claimOf(people, { sell_date: "2026-04-02", inn: "0274062111" })),
    await claim(club, people.members[1], claimOf(people, { sell_date: "2026-04-03", inn: "0274062111" })),
  ];
  await act(club, "refuse-claim", { claim: String(refused), reason: "Не читается" });
  await act(club, "accept-claim", { claim: String(accepted) });
  const sizes = async () =>
    (await Promise.all([refused, accepted].map(photosOf))).flat().map((one) => one.photo_sealed.length > 0);
  const after = (days: number) =>
    removeExpiredData({ ...club.club.services, now: () => new Date(club.clock.now().getTime() + days * DAY_MS) });
  expect(await sizes()).toEqual([true, true]);
  await after(91);
  expect(await sizes()).toEqual([false, true]);
  await after(5 * 366);
  expect(await sizes()).toEqual([false, false]);
  expect((await readCard(club, "sale-claim", String(accepted))).text).toContain("Принята");
  expect(await refusalOf(club, "look-at-claim", { claim: String(refused) })).toMatchObject({ field: "claim" });
});

test("architecture: an export has the person's claims with their photos; an erasure leaves the deal and nothing of the claim", async () => {
  const { id: personId, phone, email } = people.members[2];
  const sold = { sell_date: "2026-04-04", inn: "500100732259" };
  const id = await claim(club, people.members[2], claimOf(people, sold));
  await act(club, "accept-claim", { claim: String(id) });
  const whole = await club.db
    .transaction()
    .execute((trx) => exportPerson(trx, club.club.services, { id: personId, phone, email }));
  expect(whole.tables.sale_claims).toMatchObject([{ id, document_number: "УПД-17" }]);
  expect(whole.files.map(({ name }) => name)).toContainEqual(
    expect.stringMatching(new RegExp(`^claim-${id}-\\d+\\.jpeg$`)),
  );

  await act(club, "erase-person", { person: String(personId), yes: true });
  expect(await photosOf(id)).toEqual([]);
  expect(await club.db.selectFrom("sale_claims").select("id").where("user_id", "=", personId).execute()).toEqual([]);
  const [deal] = await club.db
    .selectFrom("deals")
    .innerJoin("report_files", "report_files.id", "file_id")
    .select(["sell_count", "content"])
    .where("member_id", "=", personId)
    .execute();
  expect([deal?.sell_count, deal?.content.length]).toEqual([10, 0]);
});

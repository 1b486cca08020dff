import { afterAll, beforeAll, expect, test } from "vitest";
import { listSegments } from "../../../../contract/companies";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addCompany, addPerson } from "../../club-people";
import { act, readPages, refusalOf } from "../../operators";

let club: TestClub;

beforeAll(async () => {
  club = await openTestClub({ work: false });
});
afterAll(() => club.close());

test("architecture: an operator pages through all segments, those that participants typed first", async () => {
  const known = await club.db.selectFrom("segments").select("id").where("is_custom", "=", false).execute();
  const typed = Array.from({ length: 60 }, (_, place) => ({ display_name: `Вписанный ${place}`, is_custom: true }));
  await club.db.insertInto("segments").values(typed).execute();
  const pages = await readPages(club, "segments");
  expect(pages).toHaveLength(2);
  const ids = pages.flat().map(({ cells }) => cells[0]);
  expect(new Set(ids).size).toBe(60 + known.length);
  expect(ids.slice(60).map(Number)).toEqual(known.map(({ id }) => id).sort((one, other) => one - other));
});

test("architecture: an operator takes over, renames and joins the named segments, and every other company keeps its own", async () => {
  const add = async (display_name: string) => {
    const row = { display_name, is_custom: true };
    return (await club.db.insertInto("segments").values(row).returning("id").executeTakeFirstOrThrow()).id;
  };
  const [wash, washes, rent] = [await add("Мойка"), await add("Мойки"), await add("Прокат")];
  const owner = await addPerson(club);
  const companies: number[] = [];
  for (const segment_id of [wash, washes, rent]) {
    const { id } = await addCompany(club, owner.id, "retail");
    await club.db.updateTable("companies").set({ segment_id }).where("id", "=", id).execute();
    companies.push(id);
  }
  const shown = async () =>
    (await club.ask(listSegments, {}))
      .map(({ display_name }) => display_name)
      .filter((name) => /^(Мойк|Прокат)/.test(name));
  const segmentsOf = async () =>
    (
      await club.db.selectFrom("companies").select("segment_id").where("id", "in", companies).orderBy("id").execute()
    ).map(({ segment_id }) => segment_id);
  expect(await shown()).toEqual([]);
  await act(club, "adopt-segment", { segment: String(rent), name: "Прокат прицепов" });
  expect(await shown()).toEqual(["Прокат прицепов"]);
  expect(await refusalOf(club, "adopt-segment", { segment: String(rent) })).toMatchObject({ field: "segment" });
  await act(club, "rename-segment", { segment: String(rent), name: "Прокат и аренда" });
  expect(await shown()).toEqual(["Прокат и аренда"]);
  expect(await refusalOf(club, "rename-segment", { segment: String(rent), name: "МОЙКА" })).toMatchObject({
    field: "name",
  });
  expect(await refusalOf(club, "merge-segments", { segment: String(wash), into: String(wash) })).toMatchObject({
    field: "into",
  });
  await act(club, "merge-segments", { segment: String(wash), into: String(washes) });
  expect(await segmentsOf()).toEqual([washes, washes, rent]);
  expect(await refusalOf(club, "rename-segment", { segment: String(wash), name: "Нет" })).toMatchObject({
    field: "segment",
  });
});

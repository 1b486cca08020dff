import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestClub, type TestClub } from "../../../setup/club";
import { readList } from "../../operators";

let club: TestClub;

beforeAll(async () => {
  club = await openTestClub({ work: false });
});
afterAll(() => club.close());

test("architecture: an operator pages through all segments, those that participants typed first", async () => {
  const known = await club.db.selectFrom("segments").select("id").where("is_custom", "=", false).execute();
  const typed = Array.from({ length: 60 }, (_, place) => ({ display_name: `Вписанный ${place}`, is_custom: true }));
  await club.db.insertInto("segments").values(typed).execute();
  const ids: (string | undefined)[] = [];
  let after: string | undefined;
  let pages = 0;
  do {
    const page = await readList(club, "segments", {}, after);
    ids.push(...page.ids);
    after = page.next ?? undefined;
    pages++;
  } while (after !== undefined && pages < 5);
  expect(pages).toBe(2);
  expect(new Set(ids).size).toBe(60 + known.length);
  expect(ids.slice(60).map(Number)).toEqual(known.map(({ id }) => id).sort((one, other) => one - other));
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { findPerson } from "../../../../club/people/accounts/find-person";
import { people } from "../../../../club/people/accounts/operators/list-people";
import { parseReport } from "../../../../club/sales/deals/parse-report";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addPerson } from "../../club-people";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub({ work: false });
});
afterAll(() => club.close());

const LETTERS = "Почта.рф";
const CODE = "XN--80a1acny.xn--p1ai";

test.each([
  ["letters", LETTERS],
  ["xn--", CODE],
])("§5.8 a mailbox that was stored with %s is the same for operators and reports", async (kind, domain) => {
  const { services } = club.club;
  const curator = await addPerson(club, { role: "curator" });
  const name = `пётр-${kind}`;
  const manager = await addPerson(club, { role: "manager", curator_id: curator.id, email: `${name}@${domain}` });
  for (const typed of [`${name}@${LETTERS}`, `${name.toUpperCase()}@${CODE}`]) {
    expect((await findPerson(services, typed)).id).toBe(manager.id);
    const { rows } = await people.read(services, { search: typed }, undefined);
    expect(rows.map(({ link }) => link)).toEqual([{ card: "person", id: String(manager.id) }]);
    const content = Buffer.from(`Дата продажи;Сейлз;ИНН;Артикул;Количество\n01.03.2026;\u202a${typed};7700000000;A;1`);
    const [row] = (await parseReport(services, { curatorId: curator.id, content })).rows;
    const fields = row && "errors" in row ? row.errors.map(({ field }) => field) : [];
    // The other columns of the row are wrong.
    expect(fields).not.toContain("Сейлз");
    expect(fields).toContain("Артикул");
  }
});

import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { acts, findAct } from "../../../club/operators/operator-parts";
import { openTestClub, type TestClub } from "../../setup/club";
import { act } from "../operators";
import { samples } from "../platform/acts/samples";

/** Whom an act writes to, and what of its input the audit log keeps. From the catalogue. */

let club: TestClub;
beforeAll(async () => {
  const settings = { documentsLimit: 1_000_000, secondOperatorPoints: 1_000_000 };
  club = await openTestClub({ work: false, settings });
});
afterAll(() => club?.close());

/** It is about a message, whoever that goes to. */
const OTHERWISE = ["resend-message"];

async function lastIds() {
  const { rows } = await sql<{ message: number; change: number }>`
    select coalesce((select max(id) from outbox), 0) as message, coalesce((select max(id) from exchange_changes), 0) as change
  `.execute(club.db);
  return rows[0] ?? { message: 0, change: 0 };
}

/** The addresses of those whom an act is about, also of before it. */
async function addressesOf(
  subject: { kind: string; id: string | number } | undefined,
  change: number,
): Promise<string[]> {
  const id = Number.isInteger(Number(subject?.id)) ? Number(subject?.id) : 0;
  const { rows } = await sql<{ email: string }>`
    select email from users where id in (
      select ${id}::int where ${subject?.kind ?? ""} = 'person'
      union all select user_id from exchanges where id in (select exchange_id from exchange_changes where id > ${change})
      union all select user_id from exchanges where id = ${id} and ${subject?.kind ?? ""} = 'order'
      union all select curator_id from report_files where id = ${id} and ${subject?.kind ?? ""} = 'report'
      union all select curator_id from deals where id = ${id} and ${subject?.kind ?? ""} = 'deal'
      union all select user_id from sale_claims where id = ${id} and ${subject?.kind ?? ""} = 'sale-claim'
      union all select id from users where merged_into_id = ${id} and ${subject?.kind ?? ""} = 'person'
    )
    union all select email from contact_changes where user_id = ${id} and ${subject?.kind ?? ""} = 'person'
  `.execute(club.db);
  return rows.map(({ email }) => email);
}

test.each(acts.map(({ name }) => name).filter((name) => !OTHERWISE.includes(name)))(
  "§1.10 %s writes to those whom it is about only, and to them when it says so",
  async (name) => {
    const input = (await samples[name]?.(club)) ?? {};
    // Others are there too, and have orders, reports and claims of the same kind.
    await samples[name]?.(club);
    const last = await lastIds();
    const { state, lines, subject } = await act(club, name, input);
    if (state === "waiting") return;
    const letters = await club.db
      .selectFrom("outbox")
      .select("recipient")
      .where("id", ">", last.message)
      .where("channel", "=", "email")
      .execute();
    const about = await addressesOf(subject, last.change);
    const { input: kept } = await club.db
      .selectFrom("audit_log")
      .select("input")
      .where("act", "=", name)
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    const isHidden = (field: string) => {
      const { isPrivate, control } = findAct(name).fields[field] ?? {};
      return isPrivate || control === "secret" || control === "file";
    };
    expect(Object.keys(kept as object).filter(isHidden)).toEqual([]);
    expect(letters.map(({ recipient }) => recipient).filter((recipient) => !about.includes(recipient))).toEqual([]);
    if (/уйд[её]т письмо|уйдут письма/.test(lines.join("\n"))) expect(letters.length).toBeGreaterThan(0);
  },
);

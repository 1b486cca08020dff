import { sql } from "kysely";
import { appendCheckDigits } from "../../../../club/demo/inn";
import { runCommand } from "../../../../club/operators/cli/run";
import { listTables } from "../../../../club/platform/backup/tables";
import { MOVED } from "../../../../club/points/day-limits";
import { creditPoints } from "../../../../club/points/ledger";
import { acceptAgreement, addDocuments } from "../../../../contract/accounts";
import { sendFeedback } from "../../../../contract/content";
import { createInvite } from "../../../../contract/invites";
import { exchangePrize, listPrizes } from "../../../../contract/prizes";
import type { TestClub } from "../../../setup/club";
import { join, retailForm } from "../../club-people";

export const PERSON = {
  last_name: "Приметнов",
  first_name: "Лукьян",
  sur_name: "Фомич",
  phone: "79160000077",
  email: "Lukyan.Primetnov@example.org",
  employee_position: "Приёмщик",
};
export const SHOP = "ИП Приметнов";
/** Twelve digits: a sole trader's, so it is the person's own. */
export const INN = appendCheckDigits("5001007322");
export const CARD = "2200000000000004";
const ARTICLE = { code: "FULL-1", name: "Фильтр", manager_points: 7, member_points: 1500 };
const HOLDER = "LUKYAN PRIMETNOV";

export const PASSPORT_ANSWERS = {
  last_name: PERSON.last_name,
  first_name: PERSON.first_name,
  sur_name: PERSON.sur_name,
  birth_date: "1980-02-01",
  passport_series: "4511",
  passport_number: "909090",
  passport_issue_date: "2010-03-05",
  passport_issued_by: "ОВД района Приметное",
  passport_code: "770-001",
  registration_address: "Тверь, Приметная, 4",
  inn: INN,
};

/** What must not be in the database once the person is erased, in lower case. */
export const TRACES = ["приметн", "лукьян", "primetnov", PERSON.phone, INN, "приёмщик"];

/**
 * A member of the demo who has done everything: joined by the manager's invitation with a shop, sold, ordered to a card, sent
 * documents and feedback. The order waits for the operator.
 */
export async function addFullPerson(club: TestClub): Promise<{ id: number; token: string; orderId: number }> {
  const manager = await club.logIn("79000000002");
  const { last_name, first_name, sur_name, email } = PERSON;
  const invited = { last_name, first_name, sur_name, email, target_promo_group_system_name: "member" as const };
  const invite = await club.ask(createInvite, invited, { token: manager });
  // Nobody ever answers this one.
  await club.ask(createInvite, invited, { token: await club.logIn("79000000001") });
  const { id: curatorId } = await findByPhone(club, "79000000001");
  const form = await retailForm(club, {
    ...PERSON,
    company_inn: INN,
    company_actual_name_organization: SHOP,
    company_actual_address_organization: "Тверь, Приметная, 4",
    related_to_user_id: [String(curatorId)],
    invite_id: invite.id,
  });
  await club.lastMessage(email, "приглашает вас");
  const { id, token } = await join(club, form);
  await club.ask(acceptAgreement, {}, { token });
  await addDeal(club, Number(id));
  const files = { passport_main: pdf("main"), passport_registration: pdf("registration") };
  await club.ask(addDocuments, PASSPORT_ANSWERS, { token, files });
  await club.ask(sendFeedback, { name: `${first_name} ${last_name}`, email, message: "Где мой приз?" });
  const { items } = await club.ask(listPrizes, {}, { token });
  const prize = items.find(({ handler_system_name }) => handler_system_name === "card");
  const order = await club.ask(
    exchangePrize,
    { prize_id: prize?.id ?? "", basket_uuid: "basket", selected_additional_fields: [CARD, HOLDER, ""] },
    { token },
  );
  return { id: Number(id), token, orderId: Number(order.id) };
}

export async function findByPhone({ db }: TestClub, phone: string) {
  return db.selectFrom("users").selectAll().where("phone", "=", phone).executeTakeFirstOrThrow();
}

function pdf(name: string): File {
  return new File([`%PDF-1.7 ${name} ${PERSON.last_name}`], `${name}.pdf`, { type: "application/pdf" });
}

/** A sale by the demo's manager to the person's shop, counted as a report does it. */
async function addDeal(club: TestClub, memberId: number): Promise<void> {
  const manager = await findByPhone(club, "79000000002");
  await club.db.transaction().execute(async (trx) => {
    await trx.insertInto("articles").values(ARTICLE).execute();
    const file = await trx.selectFrom("report_files").select(["id", "curator_id"]).executeTakeFirstOrThrow();
    const company = await trx
      .selectFrom("companies")
      .select("id")
      .where("owner_id", "=", memberId)
      .executeTakeFirstOrThrow();
    const deal = await trx
      .insertInto("deals")
      .values({
        file_id: file.id,
        file_row: 90_000,
        curator_id: file.curator_id,
        manager_id: manager.id,
        member_id: memberId,
        company_id: company.id,
        sell_date: "2026-02-03",
        article_code: ARTICLE.code,
        article_name: ARTICLE.name,
        sell_count: 2,
        manager_points: 2 * ARTICLE.manager_points,
        member_points: 2 * ARTICLE.member_points,
        fingerprint: Buffer.from("a sale of the full person"),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const credit = { reason: "deal", reference: `deal:${deal.id}` } as const;
    await creditPoints(trx, MOVED, [
      {
        ...credit,
        userId: manager.id,
        amount: 2 * ARTICLE.manager_points,
        action: `Продажа 03.02.26: Фильтр, 2 шт., ${SHOP}`,
      },
      { ...credit, userId: memberId, amount: 2 * ARTICLE.member_points, action: "Покупка 03.02.26: Фильтр, 2 шт." },
    ]);
  });
}

/** Every row of the database that has one of these texts, as `table: JSON` without its binary columns. */
export async function findRowsWith({ db }: TestClub, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const { name, columns, binaryColumns } of await listTables(db)) {
    const readable = columns.filter((column) => !binaryColumns.includes(column)).map((column) => sql.ref(column));
    const { rows } = await sql<{ line: string }>`
      with lines as (select row_to_json(chosen)::text as line from (select ${sql.join(readable)} from ${sql.table(name)}) chosen)
      select line from lines
      where exists (select from unnest(${texts}::text[]) text where position(text in lower(line)) > 0)
    `.execute(db);
    found.push(...rows.map(({ line }) => `${name}: ${line}`));
  }
  // PostgreSQL moves a row that it changes.
  return found.sort();
}

export async function runClub(club: TestClub, ...argv: string[]) {
  const out: string[] = [];
  const errors: string[] = [];
  const output = { print: (line: string) => out.push(line), printError: (line: string) => errors.push(line) };
  const code = await runCommand(argv, output, club.environment);
  return { code, out: out.join("\n"), errors: errors.join("\n") };
}

import { type RawBuilder, sql } from "kysely";
import type { UserRow } from "../../platform/db/types";
import type { Trx } from "../../platform/services";

/**
 * Gives the rows of one account to another. Deals and orders keep the entries that they have on the former account: the check
 * of the ledger counts those of a merged account for the other.
 * @returns how many rows by what they are, without those that had none
 */
export async function moveAccount(trx: Trx, from: UserRow, to: UserRow): Promise<Record<string, number>> {
  const moved: Record<string, number> = {};
  for (const [name, statement] of listMoves(from, to)) {
    const { numAffectedRows } = await statement.execute(trx);
    const rows = Number(numAffectedRows ?? 0);
    if (rows > 0) moved[name] = (moved[name] ?? 0) + rows;
  }
  return moved;
}

/** The statements of a move, with what their rows are. Each column that none of them sets stands in `KEPT_BY_MERGE`. */
export function listMoves(from: UserRow, to: UserRow): [name: string, statement: RawBuilder<unknown>][] {
  const move = (table: string, column: string) =>
    sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to.id} where ${sql.ref(column)} = ${from.id}`;
  /** Of rows that both have, each keeps its own. */
  const moveUnlessBoth = (table: string, column: string, key: string) => sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${to.id} where ${sql.ref(column)} = ${from.id}
      and ${sql.ref(key)} not in (select ${sql.ref(key)} from ${sql.table(table)} where ${sql.ref(column)} = ${to.id})`;
  return [
    ["компании", move("companies", "owner_id")],
    ["отчёты", move("report_files", "curator_id")],
    ["покупки", move("deals", "member_id")],
    ["заявки о продажах", move("sale_claims", "user_id")],
    ["заявки о продажах", move("sale_claims", "manager_id")],
    ["полученные заявки", move("sale_claims", "curator_id")],
    [
      "заказы",
      // A key belongs to a cart of the former account.
      sql`update exchanges set user_id = ${to.id}, idempotency_key = null where user_id = ${from.id}`,
    ],
    ["промокоды", move("promo_codes", "used_by_id")],
    ["акции", moveUnlessBoth("promotion_participants", "user_id", "promotion_id")],
    ["баллы, которые ещё нельзя потратить", move("held_points", "user_id")],
    ["баллы акций", move("promotion_bonuses", "user_id")],
    ["просмотры", moveUnlessBoth("promotion_views", "user_id", "promotion_id")],
    ["просмотры", moveUnlessBoth("banner_views", "user_id", "banner_id")],
    ["приглашения без ответа, которые есть у обоих", deleteUnanswered(from.id, to.id)],
    ["приглашения без ответа, которые есть у обоих", deleteUnanswered(to.id, from.id)],
    [
      "приглашения",
      sql`update invites set inviter_id = ${to.id} where inviter_id = ${from.id}
        and lower(email) not in (select lower(email) from invites where inviter_id = ${to.id})`,
    ],
    ["загруженные списки", move("tasks", "owner_id")],
    ["люди у куратора", sql`${move("users", "curator_id")} and id <> ${to.id}`],
    ["люди у менеджера", sql`${move("users", "manager_id")} and id <> ${to.id}`],
    [
      "пришедшие по ссылке",
      // Whoever is active has brought the points already.
      sql`${move("users", "referred_by_id")} and id <> ${to.id} and agreement_accepted_at is null`,
    ],
    ["прежние аккаунты", move("users", "merged_into_id")],
    ...listDocumentStatements(from.id, to.id),
  ];
}

/** Deletes the invitations of one person that nobody answered and that the other has sent to the same address. */
function deleteUnanswered(ownerId: number, otherId: number): RawBuilder<unknown> {
  return sql`delete from invites where inviter_id = ${ownerId} and registered_user_id is null
    and not exists (select from users where users.invite_id = invites.id)
    and lower(email) in (select lower(email) from invites where inviter_id = ${otherId})`;
}

/** Accepted documents stay; without them only the latest ones do. */
function listDocumentStatements(fromId: number, toId: number): [string, RawBuilder<unknown>][] {
  const both = sql`user_id in (${fromId}, ${toId})`;
  return [
    [
      "лишние документы",
      sql`delete from documents where ${both} and status <> 'accepted' and (
        exists (select from documents accepted where accepted.${both} and accepted.status = 'accepted')
        or id < (select max(id) from documents latest where latest.${both})
      )`,
    ],
    ["документы", sql`update documents set user_id = ${toId} where user_id = ${fromId}`],
  ];
}

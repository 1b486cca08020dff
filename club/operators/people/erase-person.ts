import { sql } from "kysely";
import { alias } from "../../../contract/values";
import type { UserRow } from "../../platform/db/types";
import { RefusalError } from "../../platform/http/refusal-error";
import type { Services, Trx } from "../../platform/services";
import { lockBalance } from "../../points/ledger";
import { erasureStatement, listErasureSteps } from "./erasure-steps";

/** What an erasure changed. */
export interface Erasure {
  /** Rows by what they are, without those that had none. */
  readonly changed: Readonly<Record<string, number>>;
  /** Points that stay on the account and can't be spent any more. */
  readonly points: number;
}

/** Orders on their way need the recipient. */
const OPEN_STATUSES = ["new", "processing", "need_documents", "sent", "ready_for_pickup"] as const;

/**
 * Erases a person: name, contacts, companies, recipients, documents, messages and sessions go; the row of the person, deals,
 * orders and ledger entries stay under a pseudonym, so that everybody's points still add up. Nobody can log in as the person,
 * and phone and e-mail are free for a new registration.
 *
 * @throws RefusalError on `person` while orders are open, or a distributor has no other curator
 */
export async function erasePerson(trx: Trx, services: Services, userId: number): Promise<Erasure> {
  await sql`set local statement_timeout = 0`.execute(trx);
  const points = await lockBalance(trx, userId);
  const person = await trx
    .selectFrom("users")
    .selectAll()
    .where("id", "=", userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await requireErasable(trx, person);
  const changed: Record<string, number> = {};
  const { rows: texts } = await sql<{ changed: number }>`select erase_entry_texts(${userId}) as changed`.execute(trx);
  if (texts[0]?.changed) changed["тексты записей о баллах"] = texts[0].changed;
  for (const step of listErasureSteps(person, services.now())) {
    const { numAffectedRows } = await erasureStatement(step).execute(trx);
    const rows = Number(numAffectedRows ?? 0);
    if (rows > 0) changed[step.name] = (changed[step.name] ?? 0) + rows;
  }
  return { changed, points };
}

async function requireErasable(trx: Trx, person: UserRow): Promise<void> {
  if (person.erased_at) throw refuse("Данные этого участника уже стёрты.");
  const orders = await trx
    .selectFrom("exchanges")
    .select("id")
    .where("user_id", "=", person.id)
    .where("status", "in", OPEN_STATUSES)
    .orderBy("id")
    .execute();
  if (orders.length > 0) {
    const ids = orders.map(({ id }) => id).join(", ");
    throw refuse(`Сначала завершите, отклоните или отмените заказы в пути: ${ids}.`);
  }
  const distributor = await trx
    .selectFrom("companies")
    .select("inn")
    .where("owner_id", "=", person.id)
    .where("kind", "=", "distributor")
    .executeTakeFirst();
  if (distributor) {
    throw refuse(
      `Это куратор дистрибьютора ${distributor.inn}: сначала отдайте компанию другому куратору (company-owner ${distributor.inn}).`,
    );
  }
}

function refuse(message: string): RefusalError {
  return new RefusalError(alias.validation, message, "person");
}

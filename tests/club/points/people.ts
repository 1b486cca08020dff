import { randomBytes } from "node:crypto";
import { hashSecret } from "../../../club/platform/http/authentication";
import { MOVED } from "../../../club/points/day-limits";
import { type Credit, creditPoints } from "../../../club/points/ledger";
import type { Role } from "../../../contract/values";
import type { TestClub } from "../../setup/club";
import { LASTING } from "../../setup/lasting-sessions";

export interface TestPerson {
  id: number;
  token: string;
  phone: string;
  email: string;
}

/** How many people a club has got here: the names are the same whatever other tests run in the process. */
const made = new WeakMap<TestClub["db"], number>();

/** A participant with a session, phone confirmed and rules accepted unless said otherwise. */
export async function addPerson(
  { db, clock }: TestClub,
  person: { role: Role; curatorId?: number; managerId?: number; isActivated?: boolean; isSystem?: boolean },
): Promise<TestPerson> {
  const number = (made.get(db) ?? 0) + 1;
  made.set(db, number);
  const phone = `7911${String(number).padStart(7, "0")}`;
  const email = `person-${number}@example.org`;
  const since = person.isActivated === false ? null : clock.now();
  const { id } = await db
    .insertInto("users")
    .values({
      role: person.role,
      is_system: person.isSystem ?? false,
      first_name: "Иван",
      last_name: `Иванов${number}`,
      sur_name: "Иванович",
      phone,
      email,
      curator_id: person.curatorId ?? null,
      manager_id: person.managerId ?? null,
      phone_confirmed_at: since,
      agreement_accepted_at: since,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const token = randomBytes(32).toString("base64url");
  await db
    .insertInto("sessions")
    .values({ token_hash: hashSecret(token), user_id: id, ...LASTING })
    .execute();
  return { id, token, phone, email };
}

export async function addCompany(
  { db }: TestClub,
  company: { ownerId: number; inn: string; kind?: "retail" | "distributor"; name?: string },
): Promise<number> {
  const name = company.name ?? `Точка ${company.inn}`;
  const { id } = await db
    .insertInto("companies")
    .values({
      kind: company.kind ?? "retail",
      owner_id: company.ownerId,
      inn: company.inn,
      actual_name_organization: name,
      legal_name_organization: `ООО «${name}»`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Credits points as a starting balance. */
export async function givePoints(club: TestClub, userId: number, amount: number): Promise<void> {
  await credit(club, [
    { userId, amount, reason: "correction", reference: `start:${randomBytes(6).toString("hex")}`, action: "Начало" },
  ]);
}

export function credit({ db }: TestClub, credits: Credit[]) {
  return db.transaction().execute((trx) => creditPoints(trx, MOVED, credits));
}

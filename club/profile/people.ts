import type { z } from "zod";
import type { userReply } from "../../contract/accounts";
import { toCompanyReply } from "../companies/company-reply";
import type { CompanyRow, UserRow } from "../db/types";
import type { Db } from "../services";

type Profile = z.input<typeof userReply>;
export type ManagerReply = NonNullable<NonNullable<Profile["managers"]>[number]>;
export type MemberReply = NonNullable<NonNullable<Profile["members"]>[number]>;

const personColumns = ["id", "first_name", "last_name", "sur_name", "phone", "email"] as const;
type PersonRow = Pick<UserRow, (typeof personColumns)[number]>;

/** Selects the people of a role who confirmed the phone and haven't left. */
function selectParticipants(db: Db, role: "manager" | "member") {
  return db
    .selectFrom("users")
    .where("role", "=", role)
    .where("phone_confirmed_at", "is not", null)
    .where("is_disabled", "=", false);
}

/** Lists a curator's managers by name, with their retail members and the members' companies. Takes three statements for any number of people. */
export async function listManagers(db: Db, curatorId: number): Promise<ManagerReply[]> {
  const ofCurator = selectParticipants(db, "manager")
    .where("curator_id", "=", curatorId)
    .where("is_system", "=", false);
  const [managers, members] = await Promise.all([
    ofCurator.select(personColumns).orderBy("last_name").orderBy("first_name").orderBy("id").execute(),
    listMembersByManager(db, ofCurator.select("id")),
  ]);
  return managers.map((manager) => ({ ...manager, members: members.get(manager.id) ?? [] }));
}

/** Lists a manager's retail members by name, with their companies. */
export async function listMembers(db: Db, managerId: number): Promise<MemberReply[]> {
  const manager = db.selectFrom("users").select("id").where("id", "=", managerId);
  return (await listMembersByManager(db, manager)).get(managerId) ?? [];
}

async function listMembersByManager(db: Db, managers: ManagerIds): Promise<Map<number, MemberReply[]>> {
  const ofManagers = selectParticipants(db, "member").where("manager_id", "in", managers);
  const [members, companies] = await Promise.all([
    ofManagers
      .select([...personColumns, "manager_id"])
      .orderBy("last_name")
      .orderBy("first_name")
      .orderBy("id")
      .execute(),
    db.selectFrom("companies").selectAll().where("owner_id", "in", ofManagers.select("id")).orderBy("id").execute(),
  ]);
  const companiesByOwner = groupBy(companies, (company) => company.owner_id);
  const byManager = groupBy(members, (member) => member.manager_id ?? 0);
  return new Map(
    [...byManager].map(([managerId, rows]) => [
      managerId,
      rows.map((row) => toMemberReply(row, companiesByOwner.get(row.id) ?? [])),
    ]),
  );
}

type ManagerIds = ReturnType<typeof selectIds>;
function selectIds(db: Db) {
  return db.selectFrom("users").select("id");
}

function toMemberReply(member: PersonRow, companies: CompanyRow[]): MemberReply {
  const { id, first_name, last_name, sur_name, phone, email } = member;
  return { id, first_name, last_name, sur_name, phone, email, companies: companies.map(toCompanyReply) };
}

function groupBy<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

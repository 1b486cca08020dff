import { sql } from "kysely";
import type { Db } from "../services";
import { actorName, type Operator } from "./operator";

/** The acts that hand an operator a printed password. Whoever does one could log in as this operator. */
const HANDING_OUT = sql.join(["add-operator", "reset-operator-code"]);

interface Asker {
  readonly asked_by: string;
  /** Null for the command line. */
  readonly asked_by_operator_id: number | null;
}

/**
 * Why an operator may not decide about what somebody else has asked, in Russian; undefined when the operator may. An operator
 * may not when one of the two, or a third operator, has given both of them their access: a single person could then be behind
 * both. Whoever has agreed to handing it out has read the printed password, too. Access that was given at the command line
 * counts only against the same user of the command line, who may do everything.
 */
export async function findObjection(db: Db, asker: Asker, decider: Operator): Promise<string | undefined> {
  const name = actorName(decider);
  if (asker.asked_by === name) return "Решает другой оператор: своё действие подтвердить нельзя.";
  const deciderId = decider.kind === "operator" ? decider.id : null;
  if (await dependOnEachOther(db, { ...asker, name, deciderId })) {
    return "Решает оператор, которому доступ выдал кто-то другой: здесь оба доступа получены через одни руки.";
  }
  return undefined;
}

async function dependOnEachOther(
  db: Db,
  { asked_by, asked_by_operator_id, name, deciderId }: Asker & { name: string; deciderId: number | null },
): Promise<boolean> {
  // An access that the command line has handed out anew is nobody else's any more. `holders` are those who could have both
  // operators' access: each of them, who handed it out, who handed out theirs, and so on.
  const { rows } = await sql`
    with recursive handed as (
      select subject_id::integer as operator_id, giver.id as giver_id, giver.name as actor
      from audit_log as given
        cross join lateral (
          values (given.operator_id, given.actor),
            ((select id from operators where login = given.approved_by), given.approved_by)
        ) giver (id, name)
      where giver.name is not null and act in (${HANDING_OUT}) and subject_kind = 'operator' and not exists (
        select from audit_log as later
        where later.act in (${HANDING_OUT}) and later.subject_kind = 'operator' and later.subject_id = given.subject_id
          and later.operator_id is null and later.id > given.id
      )
    ), holders as (
      select id as operator_id, id as holder_id from operators where id in (${asked_by_operator_id}, ${deciderId})
      union
      select holders.operator_id, giver_id from holders join handed on handed.operator_id = holder_id
      where giver_id is not null
    )
    (select holder_id from holders group by holder_id having count(*) > 1 limit 1)
    union all
    (select operator_id from handed
      where giver_id is null
        and ((operator_id = ${deciderId} and actor = ${asked_by}) or (operator_id = ${asked_by_operator_id} and actor = ${name}))
      limit 1)
  `.execute(db);
  return rows.length > 0;
}

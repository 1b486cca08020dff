import { alias } from "../../../../contract/values";
import { defineAct } from "../../../platform/acts/act";
import { flag, optionalText, person } from "../../../platform/acts/field";
import { formatCount } from "../../../platform/acts/format";
import type { UserRow } from "../../../platform/db/types";
import { RefusalError } from "../../../platform/http/refusal-error";
import type { Services, Trx } from "../../../platform/services";
import { findPerson, requireOpenAccount } from "../../accounts/find-person";
import { fullName } from "../../accounts/person";

const CONTACT_HINT = "Телефон, e-mail или номер участника";

/** A member belongs to the manager's curator as well (§5.4); a manager's own members stay with their distributor. */
export const changeRelation = defineAct({
  name: "change-relation",
  group: "people",
  title: "Изменить связь",
  explanation: "Прежние продажи и баллы остаются. Менеджер, которого перевёл оператор, считается подтверждённым.",
  summary: "Give a member or a manager to another distributor's curator, or a member to another manager.",
  gives: "power",
  roles: ["support"],
  needsCode: true,
  fields: {
    person: person(),
    curator: optionalText({
      label: "Куратор дистрибьютора",
      hint: CONTACT_HINT,
      help: "phone, e-mail or id of the curator",
      isPrivate: true,
    }),
    manager: optionalText({
      label: "Менеджер",
      hint: CONTACT_HINT,
      help: "phone, e-mail or id of the member's manager",
      isPrivate: true,
    }),
    without_manager: flag({ label: "Без менеджера", help: "the member has no manager any more" }),
  },
  async run({ services, trx }, input) {
    const found = await findPerson(services, input.person);
    requireRelated(found);
    const curator = input.curator === undefined ? null : await findCurator(services, input.curator);
    const manager = input.manager === undefined ? null : await findManager(services, input.manager);
    const relation = relationOf(found, { curator, manager, withoutManager: input.without_manager });
    const before = { curator: found.curator_id, manager: found.manager_id };
    if (before.curator === relation.curator && before.manager === relation.manager) {
      throw new RefusalError(alias.validation, "Связь и так такая: укажите другого куратора или менеджера.", "curator");
    }
    await trx
      .updateTable("users")
      .set({
        curator_id: relation.curator,
        manager_id: relation.manager,
        distributor_confirmed_at: found.role === "manager" ? services.now() : null,
      })
      .where("id", "=", found.id)
      .execute();
    const left = found.role === "manager" && before.curator !== relation.curator ? await leaveMembers(trx, found) : 0;
    return {
      lines: [
        `${fullName(found)}, № ${found.id}:`,
        `куратор ${await nameOf(services, before.curator)} → ${await nameOf(services, relation.curator)};`,
        ...(found.role === "member"
          ? [`менеджер ${await nameOf(services, before.manager)} → ${await nameOf(services, relation.manager)}.`]
          : [
              `${formatCount(left, "магазин остаётся", "магазина остаются", "магазинов остаются")} у прежнего дистрибьютора, без менеджера.`,
            ]),
      ],
      subject: { kind: "person", id: found.id },
      before,
      after: { ...relation },
      link: { card: "person", id: String(found.id) },
    };
  },
});

function requireRelated(found: UserRow): void {
  requireOpenAccount(found);
  if (found.is_system || (found.role !== "member" && found.role !== "manager")) {
    throw new RefusalError(alias.validation, "Связь есть только у менеджеров и магазинов.", "person");
  }
}

async function findCurator(services: Services, contact: string): Promise<UserRow> {
  const curator = await findPerson(services, contact, "curator");
  if (curator.role === "curator" && !curator.is_system && !curator.is_disabled) return curator;
  throw new RefusalError(alias.validation, "Это не действующий куратор дистрибьютора.", "curator");
}

async function findManager(services: Services, contact: string): Promise<UserRow> {
  const manager = await findPerson(services, contact, "manager");
  const isManager = manager.role === "manager" && !manager.is_system && manager.phone_confirmed_at !== null;
  if (isManager && !manager.is_disabled) return manager;
  throw new RefusalError(alias.validation, "Это не действующий менеджер.", "manager");
}

/** @throws RefusalError when the manager doesn't fit the person or the curator */
function relationOf(
  found: UserRow,
  chosen: { curator: UserRow | null; manager: UserRow | null; withoutManager: boolean },
): { curator: number | null; manager: number | null } {
  const { curator, manager, withoutManager } = chosen;
  if (found.role === "manager") {
    if (manager) throw new RefusalError(alias.validation, "У менеджера нет своего менеджера.", "manager");
    return { curator: curator?.id ?? found.curator_id, manager: null };
  }
  if (manager && withoutManager) {
    throw new RefusalError(alias.validation, "Укажите менеджера или отметьте «Без менеджера».", "manager");
  }
  if (manager && curator && manager.curator_id !== curator.id) {
    throw new RefusalError(alias.validation, "Этот менеджер работает у другого дистрибьютора.", "manager");
  }
  const curatorId = manager?.curator_id ?? curator?.id ?? found.curator_id;
  // The former manager works for the former distributor.
  const stays = curatorId === found.curator_id && !withoutManager;
  return { curator: curatorId, manager: manager?.id ?? (stays ? found.manager_id : null) };
}

async function leaveMembers(trx: Trx, manager: UserRow): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable("users")
    .set({ manager_id: null })
    .where("manager_id", "=", manager.id)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

async function nameOf({ db }: Services, id: number | null): Promise<string> {
  if (id === null) return "—";
  return fullName(await db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow());
}

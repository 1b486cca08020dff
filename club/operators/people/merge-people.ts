import { alias } from "../../../contract/values";
import { endAccess } from "../../people/accounts/end-access";
import { findPerson } from "../../people/accounts/find-person";
import { fullName, isActive } from "../../people/accounts/person";
import { defineAct } from "../../platform/acts/act";
import { person, text } from "../../platform/acts/field";
import { formatPoints } from "../../platform/acts/format";
import type { UserRow } from "../../platform/db/types";
import { RefusalError } from "../../platform/http/refusal-error";
import { tellPerson } from "../../platform/outbox/tell-person";
import type { Services, Trx } from "../../platform/services";
import { MOVED } from "../../points/day-limits";
import { limitHeldPoints } from "../../points/held-points";
import { creditPoints, lockBalance, spendPoints } from "../../points/ledger";
import { moveDeals } from "../../sales/deals/move-deals";
import { moveAccount } from "./move-account";

/** Two accounts of one person become one; the other stays as a disabled shell, with the entries that it has. */
export const mergePeople = defineAct({
  name: "merge-people",
  group: "people",
  title: "Объединить два аккаунта",
  explanation:
    "Всё, что есть у лишнего аккаунта, переходит к тому, который остаётся; войти в лишний больше нельзя. Разъединить нельзя: сначала убедитесь, что это один человек.",
  summary: "Give everything of one account to the other account of the same person. It can't be undone.",
  // What one log-in had, another one gets: points, orders and sales of somebody else too, if it isn't one person.
  gives: "access",
  roles: ["support"],
  needsCode: true,
  fields: {
    person: person({ label: "Какой остаётся", help: "phone, e-mail or id of the account that stays" }),
    duplicate: person({ label: "Какой лишний", help: "phone, e-mail or id of the account that ends" }),
    reason: text({ label: "Причина", hint: "Как вы убедились, что это один человек", help: "how it was found out" }),
  },
  async run({ services, trx }, input) {
    const to = await findPerson(services, input.person);
    const from = await findPerson(services, input.duplicate, "duplicate");
    requireMergeable(from, to);
    await requireNoDebt(trx, from);
    const balances = await lockBalances(trx, from.id, to.id);
    const moved = await moveAccount(trx, from, to);
    const deals = from.role === "member" ? 0 : await moveDeals(trx, from, to);
    const pending = await movePoints(trx, from, to, balances.from);
    // Debts of the account that stays were paid out of what came.
    await limitHeldPoints(trx, services, [to.id]);
    await trx
      .updateTable("users")
      .set({ merged_into_id: to.id, is_disabled: true })
      .where("id", "=", from.id)
      .execute();
    await trx
      .updateTable("users")
      .set({ curator_id: to.curator_id ?? from.curator_id, manager_id: to.manager_id ?? from.manager_id })
      .where("id", "=", to.id)
      .execute();
    const sessions = await endAccess(trx, from.id);
    await tellBoth(trx, services, from, to);
    const rows = Object.entries({ ...moved, ...(deals > 0 && { продажи: deals }) });
    return {
      lines: [
        `Остаётся ${fullName(to)}, № ${to.id}, ${to.phone}.`,
        `Лишний ${fullName(from)}, № ${from.id}, ${from.phone}: отключается, завершено входов: ${sessions}.`,
        `Переходит ${formatPoints(balances.from)}: на счёте было ${formatPoints(balances.to)}, станет ${formatPoints(await lockBalance(trx, to.id))}.`,
        ...(pending > 0 ? [`Баллы, которые ждали активности: ${formatPoints(pending)}.`] : []),
        "На оба адреса уйдут письма.",
      ],
      table: {
        columns: [{ title: "Что переходит" }, { title: "Строк", isNumber: true }],
        rows: rows.map(([name, count]) => ({ cells: [name, String(count)] })),
      },
      points: balances.from + pending,
      subject: { kind: "person", id: to.id },
      before: { duplicate: from.id, balance: balances.to },
      after: { balance: balances.to + balances.from, moved: Object.fromEntries(rows) },
      link: { card: "person", id: String(to.id) },
    };
  },
});

/** @throws RefusalError when the two can't be one participant */
function requireMergeable(from: UserRow, to: UserRow): void {
  const refuse = (message: string, field = "duplicate") => new RefusalError(alias.validation, message, field);
  if (from.id === to.id) throw refuse("Это один и тот же аккаунт.");
  for (const [account, field] of [
    [from, "duplicate"],
    [to, "person"],
  ] as const) {
    if (account.erased_at || account.merged_into_id) throw refuse("Этот аккаунт уже закрыт насовсем.", field);
  }
  if (from.role !== to.role || from.is_system !== to.is_system) throw refuse("У этих аккаунтов разные роли.");
  if (to.is_disabled) throw refuse("Этот аккаунт отключён: остаться может только действующий.", "person");
  if (!isActive(to)) {
    throw refuse("Остаться может только аккаунт с подтверждённым телефоном и принятыми правилами.", "person");
  }
}

async function requireNoDebt(trx: Trx, { id }: UserRow): Promise<void> {
  const debt = await trx
    .selectFrom("debts")
    .select(({ fn }) => fn.sum<number | null>("amount_left").as("left"))
    .where("user_id", "=", id)
    .where("amount_left", ">", 0)
    .executeTakeFirst();
  if (!debt?.left) return;
  const message = `У лишнего аккаунта долг ${formatPoints(debt.left)}: сначала погасите его исправлением баллов.`;
  throw new RefusalError(alias.validation, message, "duplicate");
}

/** Balances are locked in the order of ids, so that two merges don't deadlock. */
async function lockBalances(trx: Trx, fromId: number, toId: number): Promise<{ from: number; to: number }> {
  const points = new Map<number, number>();
  for (const id of [fromId, toId].sort((one, other) => one - other)) points.set(id, await lockBalance(trx, id));
  return { from: points.get(fromId) ?? 0, to: points.get(toId) ?? 0 };
}

/** Moves the balance by two corrections, and credits what waited. @returns the points that had waited */
async function movePoints(trx: Trx, from: UserRow, to: UserRow, balance: number): Promise<number> {
  await trx
    .updateTable("pending_credits")
    .set({ user_id: to.id })
    .where("user_id", "=", from.id)
    .where("waits_for_room", "=", true)
    .execute();
  const waiting = await trx.deleteFrom("pending_credits").where("user_id", "=", from.id).returningAll().execute();
  if (balance > 0) {
    const entry = { amount: balance, reason: "correction", reference: `merge:${from.id}` } as const;
    await spendPoints(trx, { ...entry, userId: from.id, action: "Баллы перенесены в другой ваш аккаунт" });
    await creditPoints(trx, MOVED, [{ ...entry, userId: to.id, action: "Баллы из вашего второго аккаунта" }]);
  }
  await creditPoints(
    trx,
    MOVED,
    waiting.map(({ amount, reason, reference, action, available_on }) => ({
      userId: to.id,
      amount,
      reason,
      reference,
      action,
      availableOn: available_on ?? undefined,
    })),
  );
  return waiting.reduce((sum, { amount }) => sum + amount, 0);
}

async function tellBoth(trx: Trx, services: Services, from: UserRow, to: UserRow): Promise<void> {
  const { publicOrigin } = services.settings;
  const text = `Здравствуйте.\n\nВаши два аккаунта в клубе объединены: баллы, заказы и продажи теперь вместе.\n\nВход: ${publicOrigin}/login\nЛогин: ${to.phone} или ${to.email}\n\nЕсли второй аккаунт не ваш, сразу напишите нам: ${publicOrigin}/feedback`;
  for (const account of [from, to]) await tellPerson(trx, services, account, { subject: "Аккаунты объединены", text });
}

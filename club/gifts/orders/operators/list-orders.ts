import { type RawBuilder, sql } from "kysely";
import type { WithdrawalStatus } from "../../../../contract/values";
import { withdrawalStatusTitles } from "../../../../contract/values";
import { findPerson } from "../../../people/accounts/find-person";
import { fullName } from "../../../people/accounts/person";
import { optionalChoice, optionalCount, optionalText } from "../../../platform/acts/field";
import { formatMoment } from "../../../platform/acts/format";
import { type Attention, defineList, LIST_ROWS, pageOf } from "../../../platform/acts/view";
import type { Services } from "../../../platform/services";
import type { PrizeHandler } from "../../prizes/kinds";
import { kindNames } from "../../prizes/kinds";
import { selectOrders } from "./find-order";

const DAY_MS = 24 * 60 * 60 * 1000;
/** An open order that is older than this is called late. */
const LATE_DAYS = 3;

interface Filters {
  readonly kind?: PrizeHandler | undefined;
  readonly status?: WithdrawalStatus | "all" | undefined;
  readonly days?: number | undefined;
  readonly userId?: number | undefined;
}

/** The queue: open orders, oldest first. */
export const orders = defineList({
  name: "orders",
  group: "orders",
  title: "Заказы",
  summary: "Orders, oldest first; without a status those that are still open.",
  roles: ["support", "fulfilment", "finance"],
  filters: {
    kind: optionalChoice({ label: "Вид", help: "the kind of the gift", choices: kindNames }),
    status: optionalChoice({
      label: "Статус",
      hint: "Без статуса — незавершённые",
      help: "a status, or all",
      choices: { all: "Все", ...withdrawalStatusTitles },
    }),
    days: optionalCount({ label: "Старше, дней", help: "ordered so many days ago or earlier" }),
    person: optionalText({
      label: "Участник",
      hint: "Телефон, e-mail или номер участника",
      help: "phone, e-mail or id of the participant",
    }),
  },
  columns: [
    { title: "№", isNumber: true },
    { title: "Дата" },
    { title: "Участник" },
    { title: "Подарок" },
    { title: "Баллы", isNumber: true },
    { title: "Статус" },
  ],
  today: [
    attention("Новые заказы", { status: "new" }),
    attention("Заказы ждут документов", { status: "need_documents" }),
    attention(`Заказы старше ${LATE_DAYS} дней`, { days: LATE_DAYS }),
  ],
  async read(services, { kind, status, days, person: contact }, after) {
    const userId = contact === undefined ? undefined : (await findPerson(services, contact)).id;
    const rows = await selectOrders(services.db)
      .where(matches(services, { kind, status, days, userId }))
      .where("exchanges.id", ">", after ?? 0)
      .orderBy("exchanges.id")
      .limit(LIST_ROWS + 1)
      .execute();
    return pageOf(rows, (order) => ({
      cells: [
        String(order.id),
        formatMoment(order.created_at),
        fullName(order),
        order.size ? `${order.name}, ${order.size}` : order.name,
        String(order.price),
        withdrawalStatusTitles[order.status],
      ],
      link: { card: "order", id: String(order.id) },
    }));
  },
});

function matches({ now }: Services, { kind, status, days, userId }: Filters): RawBuilder<boolean> {
  const conditions = [
    ...(status === undefined ? [sql`exchanges.status not in ('completed', 'rejected', 'cancelled')`] : []),
    ...(status !== undefined && status !== "all" ? [sql`exchanges.status = ${status}`] : []),
    ...(kind === undefined ? [] : [sql`prizes.handler_system_name = ${kind}`]),
    ...(days === undefined ? [] : [sql`exchanges.created_at < ${new Date(now().getTime() - days * DAY_MS)}`]),
    ...(userId === undefined ? [] : [sql`exchanges.user_id = ${userId}`]),
  ];
  return sql<boolean>`${sql.join(conditions.length > 0 ? conditions : [sql`true`], sql` and `)}`;
}

function attention(title: string, filters: { status?: WithdrawalStatus; days?: number }): Attention {
  return {
    title,
    filters: Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)])),
    async count(services) {
      const { count } = await services.db
        .selectFrom("exchanges")
        .where(matches(services, filters))
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return count;
    },
  };
}

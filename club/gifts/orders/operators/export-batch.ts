import { sql } from "kysely";
import { quote } from "../../../../contract/russian-quotes";
import { alias, ROUBLES_PER_POINT } from "../../../../contract/values";
import { type ActContext, type ActOutcome, defineAct } from "../../../platform/acts/act";
import { flag, optionalCount } from "../../../platform/acts/field";
import { actorName } from "../../../platform/acts/operator";
import { csvFile } from "../../../platform/http/csv";
import { RefusalError } from "../../../platform/http/refusal-error";
import { moscowDate } from "../../../platform/moscow-date";
import { kindNames } from "../../prizes/kinds";
import { changeMany, MANY_ORDERS } from "../change-many";
import { selectOrders } from "./find-order";

const batch = optionalCount({
  label: "Повторить файл №",
  hint: "Пусто — новый файл из новых заказов",
  help: "make the file of an earlier batch again, of the orders that still wait for the agent",
});

/** Orders that were taken into work by hand may be on their way to the participant already: they go to the agent when said. */
const started = flag({
  label: "И взятые в работу",
  hint: "Заказы в работе, которых ещё нет ни в одном файле",
  help: "also orders in processing that no file has had",
});

export const exportTopups = defineAct({
  name: "export-topups",
  group: "orders",
  title: "Файл пополнений для агента",
  explanation: `Новые заказы, не больше ${MANY_ORDERS}, перейдут в обработку. Номера телефонов — только в файле, его хранят час.`,
  summary: "Make the file of all new phone top-ups for the agent, and mark them as processing.",
  gives: "nothing",
  roles: ["fulfilment", "finance"],
  needsCode: true,
  fields: { batch, started },
  run: (context, input) => exportBatch(context, "phone", input),
});

export const exportPayouts = defineAct({
  name: "export-payouts",
  group: "orders",
  title: "Файл выплат на карты для агента",
  explanation: `Новые заказы, не больше ${MANY_ORDERS}, перейдут в обработку. Номера карт — только в файле, его хранят час.`,
  summary: "Make the file of all new card payouts for the agent, and mark them as processing.",
  gives: "nothing",
  roles: ["fulfilment", "finance"],
  needsCode: true,
  fields: { batch, started },
  run: (context, input) => exportBatch(context, "card", input),
});

type Kind = "phone" | "card";

/** The agent answers with the same file and the columns «Результат» and «Причина», which `read-agent-answer` takes. */
async function exportBatch(
  context: ActContext,
  kind: Kind,
  { batch: again, started: withStarted }: { readonly batch: number | undefined; readonly started: boolean },
): Promise<ActOutcome> {
  const { trx, services } = context;
  const orders =
    again === undefined ? await readNew(context, kind, withStarted) : await readAgain(context, kind, again);
  const left = again === undefined && !withStarted ? await countStarted(context, kind) : 0;
  const points = orders.reduce((sum, { price }) => sum + price, 0);
  const batchId = again ?? (await startBatch(context, kind, orders, points));
  const operators = await trx.selectFrom("mobile_operators").select(["id", "name"]).execute();
  const operatorNames = new Map(operators.map(({ id, name }) => [id, name]));
  const rows = orders.map(({ id, price, recipient_sealed, card_holder_sealed, operator_id }) => [
    id,
    recipient_sealed ? services.seal.open("exchanges.recipient_sealed", recipient_sealed).toString() : "",
    kind === "phone"
      ? (operatorNames.get(operator_id ?? 0) ?? "")
      : card_holder_sealed
        ? services.seal.open("exchanges.card_holder_sealed", card_holder_sealed).toString()
        : "",
    price * ROUBLES_PER_POINT,
    batchId,
  ]);
  const header = kind === "phone" ? ["Телефон", "Оператор"] : ["Карта", "Держатель"];
  const today = moscowDate(services.now());
  return {
    lines: [
      `${kindNames[kind]}: заказов в файле — ${orders.length}, на ${points * ROUBLES_PER_POINT} ₽.`,
      again === undefined ? "Новые перешли в обработку, участники получат письма." : "Заказы не изменились.",
      ...(left > 0 ? [`${startedLeft(left)} Чтобы отдать и их, отметьте ${quote(started.label)}.`] : []),
    ],
    subject: { kind: "batch", id: batchId },
    after: { batch: batchId, orders: orders.map(({ id }) => id), roubles: points * ROUBLES_PER_POINT },
    file: csvFile(
      `${kind === "phone" ? "topups" : "payouts"}-${batchId}-${today}.csv`,
      ["Заказ", ...header, "Сумма, ₽", "Файл"],
      rows,
    ),
    link: { list: "orders", filters: { kind, status: "processing" } },
  };
}

function selectBatchOrders({ trx }: ActContext, kind: Kind) {
  return selectOrders(trx)
    .select("exchanges.operator_id")
    .where("prizes.handler_system_name", "=", kind)
    .orderBy("exchanges.id")
    .limit(MANY_ORDERS)
    .forUpdate("exchanges");
}

const isStarted = sql<boolean>`exchanges.status = 'processing' and exchanges.batch_id is null`;

async function readNew(context: ActContext, kind: Kind, withStarted: boolean) {
  const orders = await selectBatchOrders(context, kind)
    .where((where) => where.or([where("exchanges.status", "=", "new"), ...(withStarted ? [isStarted] : [])]))
    .execute();
  if (orders.length > 0) return orders;
  const left = withStarted ? 0 : await countStarted(context, kind);
  throw new RefusalError(
    alias.notFound,
    left > 0 ? `Новых заказов этого вида нет. ${startedLeft(left)}` : "Заказов для файла нет.",
    ...(left > 0 ? ["started"] : []),
  );
}

const startedLeft = (count: number) => `В работе без файла: ${count}.`;

async function countStarted({ trx }: ActContext, kind: Kind): Promise<number> {
  const { count } = await trx
    .selectFrom("exchanges")
    .innerJoin("prizes", "prizes.id", "exchanges.prize_id")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("prizes.handler_system_name", "=", kind)
    .where(isStarted)
    .executeTakeFirstOrThrow();
  return count;
}

async function readAgain(context: ActContext, kind: Kind, batchId: number) {
  const orders = await selectBatchOrders(context, kind)
    .where("exchanges.batch_id", "=", batchId)
    .where("exchanges.status", "=", "processing")
    .execute();
  if (orders.length === 0)
    throw new RefusalError(alias.notFound, "В этом файле нет заказов, которые ждут ответа.", "batch");
  return orders;
}

async function startBatch(
  { trx, services, operator }: ActContext,
  kind: Kind,
  orders: readonly { readonly id: number }[],
  points: number,
): Promise<number> {
  const { id } = await trx
    .insertInto("agent_batches")
    .values({ handler_system_name: kind, orders: orders.length, points, created_at: services.now() })
    .returning("id")
    .executeTakeFirstOrThrow();
  const ids = orders.map((order) => order.id);
  await changeMany(
    trx,
    services,
    ids.map((exchangeId) => ({ exchangeId, status: "processing", by: actorName(operator) })),
  );
  await trx.updateTable("exchanges").set({ batch_id: id }).where("id", "in", ids).execute();
  return id;
}

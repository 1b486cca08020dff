import { quote } from "../../../../contract/russian-quotes";
import { alias } from "../../../../contract/values";
import { type ActContext, type ActOutcome, defineAct } from "../../../platform/acts/act";
import { type ActFile, choice, lines, optionalFile, optionalText } from "../../../platform/acts/field";
import { actorName } from "../../../platform/acts/operator";
import { RefusalError } from "../../../platform/http/refusal-error";
import type { Trx } from "../../../platform/services";
import { cellText, readActTable } from "../../../platform/spreadsheets/read-act-table";
import type { TitledColumns } from "../../../platform/spreadsheets/titled-table";
import { findPrizeKind, kindNames } from "../../prizes/kinds";
import type { StatusChange } from "../../prizes/set-exchange-status";
import { changeMany, describeMany, MANY_ORDERS, type OrderResult } from "../change-many";
import { readOrderNumber } from "./find-order";
import { WITHOUT_EVIDENCE, withoutEvidence } from "./without-evidence";

const fields = {
  orders: lines({
    label: "Номера заказов",
    hint: "По одному в строке или через запятую",
    help: "the number of an order, or several with commas; may be repeated",
  }),
  file: optionalFile({
    label: "Файл с номерами",
    hint: "CSV или XLSX со столбцом «Заказ»; в «Причине» может быть своя причина отказа",
    help: "CSV or XLSX with the column «Заказ», and «Причина» for refusals",
  }),
};

export const completeOrders = defineAct({
  name: "complete-orders",
  group: "orders",
  title: "Выполнить несколько заказов",
  explanation: "Только заказы одного вида. Те, которые выполнить нельзя, останутся как есть и будут названы.",
  summary:
    "Say that many orders of a kind were handed out. Those that can't be completed are named and stay as they are.",
  gives: "nothing",
  roles: ["fulfilment"],
  fields: {
    kind: choice({ label: "Вид", help: "the kind of the gifts", choices: kindNames }),
    ...fields,
    reason: withoutEvidence,
  },
  async run(context, { kind, reason, ...input }) {
    const named = await readNamed(input);
    const handlers = await readHandlers(context.trx, [...named.orders.keys()]);
    const changes: StatusChange[] = [];
    const others: OrderResult[] = [];
    for (const id of named.orders.keys()) {
      const handler = handlers.get(id);
      if (handler === undefined || handler === kind)
        changes.push({ ...completion(context, id), ...(reason && { withoutEvidence: reason }) });
      else others.push({ order: String(id), kind: "failed", text: `Это другой вид: ${quote(nameOf(handler))}.` });
    }
    const results = await changeMany(context.trx, context.services, changes);
    const changed = results.filter((result) => result.kind === "changed");
    const withoutAny = changed.filter(({ missingEvidence }) => missingEvidence !== undefined);
    return {
      ...outcomeOf(
        [...named.unreadable, ...others, ...results],
        [
          `${kindNames[kind]}: названо заказов — ${changes.length}.`,
          ...countBy(others.map(({ order }) => nameOf(handlers.get(Number(order)) ?? ""))).map(
            ([name, count]) => `Другого вида, ${quote(name)}: ${count}. Они останутся как есть.`,
          ),
          ...countBy(changed.map(({ gift = "" }) => gift)).map(([name, count]) => `${quote(name)}: ${count}.`),
          ...countBy(withoutAny.map(({ missingEvidence = "" }) => missingEvidence)).map(
            ([missing, count]) => `Без подтверждения: ${count}. ${missing}`,
          ),
        ],
      ),
      ...(withoutAny.length > 0 && { whySecondOperator: [WITHOUT_EVIDENCE] }),
    };
  },
});

const completion = ({ operator }: ActContext, exchangeId: number): StatusChange => ({
  exchangeId,
  by: actorName(operator),
  status: "completed",
});

export const refuseOrders = defineAct({
  name: "refuse-orders",
  group: "orders",
  title: "Отклонить несколько заказов",
  explanation: "Баллы вернутся участникам, каждый получит письмо с причиной.",
  summary: "Refuse many orders with a reason that the participants read. The points go back.",
  gives: "nothing",
  roles: ["fulfilment"],
  fields: {
    ...fields,
    reason: optionalText({
      label: "Причина",
      hint: "Для заказов, у которых её нет в файле",
      help: "for the orders that have none in the file",
      isPrivate: true,
    }),
  },
  async run({ trx, services, operator }, { reason: common = "", ...input }) {
    const { orders, unreadable } = await readNamed(input);
    const changes = [...orders].map(
      ([exchangeId, reason]): StatusChange => ({
        exchangeId,
        by: actorName(operator),
        status: "rejected",
        reason: reason || common,
      }),
    );
    return outcomeOf([...unreadable, ...(await changeMany(trx, services, changes))]);
  },
});

interface NamedOrder {
  readonly typed: string;
  readonly reason: string;
}

interface NamedOrders {
  /** The reasons of the file by the numbers of the orders, also of those that are typed as well; empty for those without. */
  readonly orders: ReadonlyMap<number, string>;
  readonly unreadable: readonly OrderResult[];
}

/** @throws RefusalError without any order, or with too many */
async function readNamed(input: {
  readonly orders: readonly string[];
  readonly file: ActFile | undefined;
}): Promise<NamedOrders> {
  const named = [...listTyped(input.orders), ...(input.file ? await readFile(input.file) : [])];
  if (named.length === 0) throw new RefusalError(alias.validation, "Назовите заказы или выберите файл.", "orders");
  if (named.length > MANY_ORDERS) {
    throw new RefusalError(alias.validation, `За один раз — не больше ${MANY_ORDERS} заказов.`, "orders");
  }
  const orders = new Map<number, string>();
  const unreadable: OrderResult[] = [];
  for (const { typed, reason } of named) {
    const id = readOrderNumber(typed);
    if (id === null) unreadable.push({ order: typed.slice(0, 40), kind: "failed", text: "Это не номер заказа." });
    else orders.set(id, orders.get(id) || reason);
  }
  return { orders, unreadable };
}

function outcomeOf(results: readonly OrderResult[], first: readonly string[] = []): ActOutcome {
  const changed = results.filter(({ kind }) => kind === "changed").map(({ order }) => Number(order));
  const { lines: told, ...described } = describeMany(results);
  return {
    ...described,
    lines: [...first, ...told],
    subject: { kind: "orders", id: changed.length },
    after: { orders: changed },
    link: { list: "orders" },
  };
}

/** The kinds of orders by their numbers; one that isn't there has none. */
async function readHandlers(trx: Trx, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom("exchanges")
    .innerJoin("prizes", "prizes.id", "exchanges.prize_id")
    .select(["exchanges.id", "prizes.handler_system_name"])
    .where("exchanges.id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, handler_system_name }) => [id, handler_system_name]));
}

const nameOf = (handler: string) => findPrizeKind(handler)?.title ?? handler;

/** How often each text is there, in the order in which they came first. */
function countBy(texts: readonly string[]): [text: string, count: number][] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts];
}

function listTyped(values: readonly string[]): NamedOrder[] {
  const typed = values.flatMap((line) => line.split(/[,;]/)).map((value) => value.trim());
  return typed.filter((value) => value !== "").map((value) => ({ typed: value, reason: "" }));
}

const columns: TitledColumns<"order" | "reason"> = {
  columns: {
    order: { title: "Заказ", hint: "номер заказа", isRequired: true },
    reason: { title: "Причина", hint: "почему заказ отклонён", isRequired: false },
  },
  otherNames: {
    order: ["номерзаказа", "номер", "заказ№", "№заказа", "order", "id"],
    reason: ["причинаотказа", "reason"],
  },
  inFile: "В файле",
  noRowsMessage: "В файле нет ни одного заказа.",
  maxRows: MANY_ORDERS,
};

async function readFile({ content }: ActFile): Promise<NamedOrder[]> {
  const rows = await readActTable(content, columns);
  return rows.map((row) => ({ typed: cellText(row.cell("order")), reason: cellText(row.cell("reason")) }));
}

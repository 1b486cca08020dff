import { alias } from "../../../../contract/values";
import { type ActContext, type ActOutcome, defineAct } from "../../../platform/acts/act";
import { type ActFile, lines, optionalFile, optionalText } from "../../../platform/acts/field";
import { actorName } from "../../../platform/acts/operator";
import { RefusalError } from "../../../platform/http/refusal-error";
import { cellText, readActTable } from "../../../platform/spreadsheets/read-act-table";
import type { TitledColumns } from "../../../platform/spreadsheets/titled-table";
import type { StatusChange } from "../../prizes/set-exchange-status";
import { changeMany, describeMany, MANY_ORDERS, type OrderResult } from "../change-many";
import { readOrderNumber } from "./find-order";

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
  explanation: "Заказы, которые выполнить нельзя, останутся как есть и будут названы.",
  summary: "Say that many orders were handed out. Those that can't be completed are named and stay as they are.",
  roles: ["fulfilment"],
  fields,
  run: (context, input) => changeOrders(context, input, () => ({ status: "completed" })),
});

export const refuseOrders = defineAct({
  name: "refuse-orders",
  group: "orders",
  title: "Отклонить несколько заказов",
  explanation: "Баллы вернутся участникам, каждый получит письмо с причиной.",
  summary: "Refuse many orders with a reason that the participants read. The points go back.",
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
  run: (context, input) =>
    changeOrders(context, input, (reason) => ({ status: "rejected", reason: reason || (input.reason ?? "") })),
});

interface NamedOrder {
  readonly typed: string;
  readonly reason: string;
}

async function changeOrders(
  { trx, services, operator }: ActContext,
  input: { readonly orders: readonly string[]; readonly file: ActFile | undefined },
  changeFor: (reason: string) => Pick<StatusChange, "status" | "reason">,
): Promise<ActOutcome> {
  const named = [...listTyped(input.orders), ...(input.file ? await readFile(input.file) : [])];
  if (named.length === 0) throw new RefusalError(alias.validation, "Назовите заказы или выберите файл.", "orders");
  if (named.length > MANY_ORDERS) {
    throw new RefusalError(alias.validation, `За один раз — не больше ${MANY_ORDERS} заказов.`, "orders");
  }
  const changes = new Map<number, StatusChange>();
  const unreadable: OrderResult[] = [];
  for (const { typed, reason } of named) {
    const id = readOrderNumber(typed);
    if (id === null) unreadable.push({ order: typed.slice(0, 40), kind: "failed", text: "Это не номер заказа." });
    else if (!changes.has(id)) {
      changes.set(id, { exchangeId: id, by: actorName(operator), ...changeFor(reason) });
    }
  }
  const results = await changeMany(trx, services, [...changes.values()]);
  const changed = results.filter(({ kind }) => kind === "changed").map(({ order }) => Number(order));
  return {
    ...describeMany([...unreadable, ...results]),
    subject: { kind: "orders", id: changed.length },
    after: { orders: changed },
    link: { list: "orders" },
  };
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

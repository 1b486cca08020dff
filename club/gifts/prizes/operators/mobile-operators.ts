import { sql } from "kysely";
import { alias } from "../../../../contract/values";
import { defineAct } from "../../../platform/acts/act";
import { text } from "../../../platform/acts/field";
import { defineList } from "../../../platform/acts/view";
import { RefusalError } from "../../../platform/http/refusal-error";
import type { Trx } from "../../../platform/services";

const operatorName = text({ label: "Мобильный оператор", help: "the name of the mobile operator", isPositional: true });

export const addMobileOperator = defineAct({
  name: "add-mobile-operator",
  group: "catalogue",
  title: "Добавить мобильного оператора",
  summary: "Add a mobile operator whose phones are topped up.",
  gives: "nothing",
  roles: ["content"],
  fields: { name: operatorName },
  async run({ trx }, { name }) {
    const known = await findByName(trx, name);
    if (known) throw new RefusalError(alias.collision, `${known.name} уже есть.`, "name");
    const { id } = await trx.insertInto("mobile_operators").values({ name }).returning("id").executeTakeFirstOrThrow();
    return { lines: [`Телефоны оператора ${name} можно будет пополнять.`], subject: { kind: "mobile-operator", id } };
  },
});

export const removeMobileOperator = defineAct({
  name: "remove-mobile-operator",
  group: "catalogue",
  title: "Убрать мобильного оператора",
  summary: "Remove a mobile operator that no order names.",
  gives: "nothing",
  roles: ["content"],
  fields: { name: operatorName },
  async run({ trx }, { name }) {
    const known = await findByName(trx, name);
    if (!known) throw new RefusalError(alias.notFound, `Оператора ${name} нет.`, "name");
    const order = await trx.selectFrom("exchanges").select("id").where("operator_id", "=", known.id).executeTakeFirst();
    if (order) throw new RefusalError(alias.collision, "На него есть заказы: убрать нельзя.", "name");
    await trx.deleteFrom("mobile_operators").where("id", "=", known.id).execute();
    return {
      lines: [`Оператора ${known.name} больше нет в списке.`],
      subject: { kind: "mobile-operator", id: known.id },
    };
  },
});

export const mobileOperators = defineList({
  name: "mobile-operators",
  group: "catalogue",
  title: "Мобильные операторы",
  summary: "The mobile operators whose phones are topped up.",
  roles: ["content", "fulfilment"],
  filters: {},
  columns: [{ title: "№", isNumber: true }, { title: "Оператор" }],
  async read({ db }) {
    const operators = await db.selectFrom("mobile_operators").selectAll().orderBy("id").execute();
    return { rows: operators.map(({ id, name }) => ({ cells: [String(id), name] })), next: null };
  },
});

function findByName(trx: Trx, name: string) {
  return trx
    .selectFrom("mobile_operators")
    .selectAll()
    .where(sql<string>`lower(name)`, "=", name.toLowerCase())
    .executeTakeFirst();
}

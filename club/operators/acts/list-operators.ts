import { optionalChoice } from "../../platform/acts/field";
import { defineList, LIST_ROWS, pageOf } from "../../platform/acts/view";
import { nameRoles } from "./roles";

export const operatorList = defineList({
  name: "operators",
  group: "operators",
  title: "Операторы",
  summary: "Operators of the console, oldest first.",
  roles: [],
  filters: {
    state: optionalChoice({
      label: "Состояние",
      help: "active or disabled ones only",
      choices: { active: "Работают", disabled: "Отключены" },
    }),
  },
  columns: [{ title: "Логин" }, { title: "Имя" }, { title: "Роли" }, { title: "Состояние" }],
  async read({ db }, { state }, after) {
    const operators = await db
      .selectFrom("operators")
      .selectAll()
      .where("id", ">", after ?? 0)
      .$if(state !== undefined, (query) => query.where("is_disabled", "=", state === "disabled"))
      .orderBy("id")
      .limit(LIST_ROWS + 1)
      .execute();
    return pageOf(operators, (operator) => ({
      cells: [
        operator.login,
        operator.full_name,
        nameRoles(operator.roles),
        operator.is_disabled ? "отключён" : operator.totp_secret_sealed ? "работает" : "ещё не входил",
      ],
      link: { card: "operator", id: String(operator.id) },
    }));
  },
});

import { alias } from "../../../contract/values";
import { defineAct } from "../../platform/acts/act";
import { text } from "../../platform/acts/field";
import { RefusalError } from "../../platform/http/refusal-error";
import { aboutOperator } from "./find-operator";
import { makePrintedPassword } from "./printed-password";
import { nameRoles, readRoles, roleFields } from "./roles";

/** No colon, so that no login looks like a name of the command line in the audit log; no bare number, which is an id. */
const LOGIN = /^(?!\d+$)[a-z0-9][a-z0-9._@+-]{2,99}$/;

export const addOperator = defineAct({
  name: "add-operator",
  group: "operators",
  title: "Добавить оператора",
  summary: "Add an operator of the console. Prints a password for the first log-in.",
  gives: "access",
  roles: [],
  needsCode: true,
  fields: {
    login: text({
      label: "Логин",
      hint: "Рабочий e-mail или короткое имя латиницей",
      help: "e-mail or short name",
      isPositional: true,
    }),
    full_name: text({ label: "Фамилия и имя", help: "the operator's name" }),
    ...roleFields,
  },
  async run({ services, trx }, input) {
    const login = input.login.toLowerCase();
    if (!LOGIN.test(login)) {
      throw new RefusalError(
        alias.validation,
        "Логин — от 3 знаков: латинские буквы, цифры, точка, дефис, подчёркивание, «@» и «+».",
        "login",
      );
    }
    const roles = readRoles(input);
    const known = await trx.selectFrom("operators").select("id").where("login", "=", login).executeTakeFirst();
    if (known) throw new RefusalError(alias.collision, "Оператор с таким логином уже есть.", "login");
    const password = await makePrintedPassword(services);
    const operator = await trx
      .insertInto("operators")
      .values({
        login,
        full_name: input.full_name,
        roles,
        created_at: services.now(),
        ...password.columns,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return {
      lines: [`Новый оператор ${login}. Роли: ${nameRoles(roles)}.`, password.line],
      ...aboutOperator(operator),
      after: { roles },
      secrets: [password.secret],
    };
  },
});

import { defineAct } from "../../../platform/acts/act";
import { person } from "../../../platform/acts/field";
import { endAccess } from "../end-access";
import { findPerson } from "../find-person";
import { fullName } from "../person";

export const logOutPerson = defineAct({
  name: "log-out-person",
  group: "people",
  title: "Завершить все входы",
  explanation: "Например, после потери телефона. Пароль продолжит действовать.",
  summary: "End every session of a participant, such as after a lost phone. The password goes on to work.",
  gives: "nothing",
  roles: ["support"],
  fields: { person: person() },
  async run({ services, trx }, input) {
    const found = await findPerson(services, input.person);
    const sessions = await endAccess(trx, found.id);
    return {
      lines: [`${fullName(found)}, № ${found.id}: завершено входов: ${sessions}.`],
      subject: { kind: "person", id: found.id },
      before: { sessions },
      after: { sessions: 0 },
      link: { card: "person", id: String(found.id) },
    };
  },
});

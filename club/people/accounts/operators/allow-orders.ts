import { alias } from "../../../../contract/values";
import { defineAct } from "../../../platform/acts/act";
import { person, text } from "../../../platform/acts/field";
import { formatMoment } from "../../../platform/acts/format";
import { RefusalError } from "../../../platform/http/refusal-error";
import { findPerson } from "../find-person";
import { fullName } from "../person";

/** After a change of contacts orders wait for a day (`change-contact`). */
export const allowOrders = defineAct({
  name: "allow-orders",
  group: "people",
  title: "Открыть заказы раньше",
  explanation: "После смены контактов заказы закрыты на сутки. Сначала убедитесь, что это участник.",
  summary: "Let a participant order at once whose contacts were changed less than a day ago.",
  gives: "access",
  roles: ["support"],
  needsCode: true,
  fields: {
    person: person(),
    reason: text({
      label: "Причина",
      hint: "Как вы убедились, что это участник",
      help: "how the person was identified",
    }),
  },
  async run({ services, trx }, input) {
    const found = await findPerson(services, input.person);
    const until = found.orders_wait_until;
    if (until === null || until <= services.now()) {
      throw new RefusalError(alias.validation, "Заказы этого участника и так открыты.", "person");
    }
    await trx.updateTable("users").set({ orders_wait_until: null }).where("id", "=", found.id).execute();
    return {
      lines: [`${fullName(found)}, № ${found.id}: заказы открываются сейчас, а не ${formatMoment(until)}.`],
      subject: { kind: "person", id: found.id },
      before: { orders_wait: true },
      after: { orders_wait: false },
      link: { card: "person", id: String(found.id) },
    };
  },
});

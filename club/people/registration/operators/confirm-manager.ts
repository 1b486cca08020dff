import { alias } from "../../../../contract/values";
import { defineAct } from "../../../platform/acts/act";
import { person } from "../../../platform/acts/field";
import { RefusalError } from "../../../platform/http/refusal-error";
import { findPerson } from "../../accounts/find-person";
import { fullName } from "../../accounts/person";

/** Managers whom the distributor's curator has invited need no confirmation. */
export const confirmManager = defineAct({
  name: "confirm-manager",
  group: "people",
  title: "Подтвердить менеджера",
  explanation: "Менеджер выбрал дистрибьютора сам. После подтверждения ему открыты данные дистрибьютора.",
  summary: "Confirm that a manager works for the chosen distributor, whose data the manager may then search.",
  gives: "power",
  roles: ["support"],
  needsCode: true,
  fields: { person: person({ label: "Менеджер", help: "phone, e-mail or id of the manager" }) },
  async run({ services, trx }, input) {
    const found = await findPerson(services, input.person);
    const confirmed = await trx
      .updateTable("users")
      .set({ distributor_confirmed_at: services.now() })
      .where("id", "=", found.id)
      .where("role", "=", "manager")
      .where("curator_id", "is not", null)
      .returning("id")
      .executeTakeFirst();
    if (!confirmed) throw new RefusalError(alias.notFound, "Это не менеджер дистрибьютора.", "person");
    return {
      lines: [`${fullName(found)} работает у выбранного дистрибьютора и может искать по его данным.`],
      subject: { kind: "person", id: found.id },
      before: { confirmed: found.distributor_confirmed_at !== null },
      after: { confirmed: true },
      link: { card: "person", id: String(found.id) },
    };
  },
});

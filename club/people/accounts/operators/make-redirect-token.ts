import { alias } from "../../../../contract/values";
import { defineAct } from "../../../platform/acts/act";
import { person } from "../../../platform/acts/field";
import { RefusalError } from "../../../platform/http/refusal-error";
import { findPerson } from "../find-person";
import { fullName } from "../person";
import { issueRedirectToken } from "../redirect-token";

/** Whoever has the link is the participant, so only owners make one. */
export const redirectToken = defineAct({
  name: "redirect-token",
  group: "people",
  title: "Ссылка для входа",
  explanation: "По этой ссылке входят в клуб от имени участника: один раз и в течение пяти минут.",
  summary: "Make a link that logs a participant in. It works once and for a few minutes.",
  gives: "access",
  roles: [],
  needsCode: true,
  fields: { person: person() },
  async run({ services, trx }, input) {
    const found = await findPerson(services, input.person);
    if (found.is_disabled) throw new RefusalError(alias.validation, "Этот участник отключён.", "person");
    if (!found.phone_confirmed_at) {
      throw new RefusalError(alias.validation, "Телефон этого участника не подтверждён.", "person");
    }
    const token = await issueRedirectToken(trx, services, found.id);
    return {
      lines: [`${fullName(found)}, № ${found.id}: ссылка для входа, на пять минут.`],
      secrets: [{ label: "Ссылка", value: `${services.settings.publicOrigin}/?token=${token}` }],
      subject: { kind: "person", id: found.id },
      link: { card: "person", id: String(found.id) },
    };
  },
});

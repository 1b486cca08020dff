import { innChecksumHolds, innField } from "../../../../contract/fields";
import { quote } from "../../../../contract/russian-quotes";
import { alias, participantNames } from "../../../../contract/values";
import { type ActOutcome, defineAct } from "../../../platform/acts/act";
import { choice, optionalText, text, textBy } from "../../../platform/acts/field";
import { RefusalError } from "../../../platform/http/refusal-error";
import { addPersonWithLink, personFields } from "./add-person";

export const addCurator = defineAct({
  name: "add-curator",
  group: "people",
  title: "Добавить дистрибьютора",
  explanation: "Куратор получит письмо со ссылкой, по которой задаст пароль.",
  summary: "Add a distributor's curator with the company. Sends a link by which they set the password by e-mail.",
  gives: "power",
  roles: ["support"],
  needsCode: true,
  fields: {
    ...personFields,
    company: text({ label: "Название дистрибьютора", help: "the distributor's name" }),
    inn: textBy(innField, { label: "ИНН", help: "the distributor's tax number" }),
    legal_name: optionalText({
      label: "Юридическое название",
      hint: "Если отличается от названия",
      help: "the company's name by default",
    }),
    address: optionalText({ label: "Адрес", help: "the distributor's address" }),
  },
  async run(context, { company, inn, legal_name, address = "", ...person }) {
    if (!innChecksumHolds(inn)) {
      throw new RefusalError(alias.validation, `Контрольные цифры ИНН ${inn} не сходятся.`, "inn");
    }
    const known = await context.trx.selectFrom("companies").select("id").where("inn", "=", inn).executeTakeFirst();
    if (known) throw new RefusalError(alias.collision, `Компания с ИНН ${inn} уже в клубе.`, "inn");
    const kind = { role: "curator", is_system: false, first_report_waits: true } as const;
    const id = await addPersonWithLink(context, person, kind, "Для вас открыт доступ куратора.");
    await context.trx
      .insertInto("companies")
      .values({
        kind: "distributor",
        owner_id: id,
        inn,
        actual_name_organization: company,
        legal_name_organization: legal_name ?? company,
        legal_address_organization: address,
        actual_address_organization: address,
      })
      .execute();
    const added = describeAdded(id, person, `${participantNames.curator} ${quote(company)}, ИНН ${inn}`, kind);
    return { ...added, lines: [...added.lines, "Первый отчёт будет ждать решения оператора."] };
  },
});

/** The kinds that nobody registers as, and who have no company. */
const kinds = {
  "system-curator": { role: "curator", is_system: true, first_report_waits: true },
  "system-manager": { role: "manager", is_system: true },
  tadam: { role: "tadam", is_system: false },
} as const;
type Kind = keyof typeof kinds;

const kindNames = {
  "system-curator": participantNames["system-curator"],
  "system-manager": participantNames["system-manager"],
  tadam: participantNames.tadam,
} satisfies Record<Kind, string>;

export const addParticipant = defineAct({
  name: "add-participant",
  group: "people",
  title: "Добавить участника",
  explanation:
    "Менеджеры и магазины регистрируются сами. Участник получит письмо со ссылкой, по которой задаст пароль.",
  summary: "Add a system curator, a system manager or a tadam. Sends a link by which they set the password by e-mail.",
  gives: "power",
  roles: ["support"],
  needsCode: true,
  fields: {
    role: choice({ label: "Роль", help: "the kind of participant", choices: kindNames, isPositional: true }),
    ...personFields,
  },
  async run(context, { role, ...person }) {
    const id = await addPersonWithLink(context, person, kinds[role], "Для вас открыт доступ в клуб.");
    return describeAdded(id, person, kindNames[role], kinds[role]);
  },
});

function describeAdded(
  id: number,
  person: Parameters<typeof addPersonWithLink>[1],
  what: string,
  kind: Parameters<typeof addPersonWithLink>[2] & { readonly is_system: boolean },
): ActOutcome {
  const { last_name, first_name, sur_name = "", email }: typeof person = person;
  return {
    lines: [
      `${what}: ${[last_name, first_name, sur_name].filter(Boolean).join(" ")}.`,
      `Ссылка, чтобы задать пароль, уйдёт на ${email}.`,
    ],
    subject: { kind: "person", id },
    after: { role: kind.role, is_system: kind.is_system },
    link: { card: "person", id: String(id) },
  };
}

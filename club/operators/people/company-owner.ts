import { innField, phoneDigits } from "../../../contract/fields";
import { alias } from "../../../contract/values";
import { findPersonOrNone } from "../../people/accounts/find-person";
import { fullName } from "../../people/accounts/person";
import { changeCompanyOwner, grantClaim } from "../../people/companies/company-owner";
import { defineAct } from "../../platform/acts/act";
import { person, textBy } from "../../platform/acts/field";
import type { CompanyRow, UserRow } from "../../platform/db/types";
import { RefusalError } from "../../platform/http/refusal-error";
import type { Services, Trx } from "../../platform/services";
import { moveReports } from "../../sales/deals/move-deals";

/** Decides whose a company is (§8.2). */
export const companyOwner = defineAct({
  name: "company-owner",
  group: "people",
  title: "Отдать компанию",
  explanation:
    "Сначала попросите документы. Нынешний владелец закрывает спор; тот, кто ещё не участвует, получит компанию, когда зарегистрируется с этим телефоном.",
  summary:
    "Give a company to a person. A claimant who doesn't take part yet gets it by the next registration with that phone. Naming the present owner settles the dispute.",
  gives: "power",
  roles: ["support"],
  needsCode: true,
  fields: {
    inn: textBy(innField, { label: "ИНН", help: "the company's tax number", isPositional: true }),
    person: person({ label: "Кому", help: "phone, e-mail or id of the owner to be" }),
  },
  async run({ services, trx }, { inn, person: contact }) {
    const company = await trx.selectFrom("companies").selectAll().where("inn", "=", inn).forUpdate().executeTakeFirst();
    if (!company) throw new RefusalError(alias.notFound, `Компании с ИНН ${inn} нет.`, "inn");
    const owner = await findPersonOrNone(services, contact);
    const lines = owner
      ? await giveToParticipant(trx, company, owner)
      : await giveToClaimant(trx, services, company, contact);
    return {
      lines: [`${inn}, ${company.actual_name_organization}:`, ...lines],
      subject: { kind: "company", id: company.id },
      before: { owner: company.owner_id },
      after: { owner: owner?.id ?? company.owner_id, granted: !owner },
      link: { card: "company", id: String(company.id) },
    };
  },
});

async function giveToParticipant(trx: Trx, company: CompanyRow, owner: UserRow): Promise<string[]> {
  const people = await changeCompanyOwner(trx, company, owner);
  if (company.owner_id === owner.id) return [`остаётся у владельца ${fullName(owner)}, спор закрыт.`];
  const change = `владелец № ${company.owner_id} → № ${owner.id} ${fullName(owner)}.`;
  if (people === null) {
    return [change, "Новые продажи считаются новому владельцу; прежние продажи, баллы и отчёты остаются где были."];
  }
  const { reports, deals } = await moveReports(trx, await readPerson(trx, company.owner_id), owner);
  return [
    change,
    ...(people > 0 ? [`Менеджеров и магазинов, которые перейдут: ${people}.`] : []),
    ...(reports > 0
      ? [
          `Отчётов, которые перейдут: ${reports}, продаж: ${deals}. Их исправляет и дополняет новый куратор. Баллы остаются у тех, у кого они есть.`,
        ]
      : []),
  ];
}

async function giveToClaimant(trx: Trx, services: Services, company: CompanyRow, contact: string): Promise<string[]> {
  await grantClaim(trx, services, company, { phone: phoneDigits(contact), email: contact });
  return [
    `остаётся у владельца № ${company.owner_id}, пока ${contact} не зарегистрируется с телефоном, который указал.`,
  ];
}

async function readPerson(trx: Trx, id: number): Promise<UserRow> {
  return trx.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

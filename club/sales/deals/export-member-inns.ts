import { sql } from "kysely";
import { exportMemberInns } from "../../../contract/deals";
import { csvFile } from "../../platform/http/csv";
import { endpoint } from "../../platform/http/endpoint";

/** Exports the companies of the curator's own members and of the curator's managers' members. */
export const exportMemberInnsEndpoint = endpoint(exportMemberInns, async (_input, { services: { db }, actor }) => {
  const companies = await db
    .selectFrom("companies")
    .innerJoin("users as member", "member.id", "companies.owner_id")
    .leftJoin("users as manager", "manager.id", "member.manager_id")
    .select([
      "companies.inn",
      "companies.actual_name_organization",
      "companies.legal_name_organization",
      "companies.legal_address_organization",
      sql<string>`concat_ws(' ', member.last_name, member.first_name, nullif(member.sur_name, ''))`.as("member_fio"),
    ])
    .where("companies.kind", "=", "retail")
    .where((where) => where.or([where("member.curator_id", "=", actor.id), where("manager.curator_id", "=", actor.id)]))
    .orderBy("companies.actual_name_organization")
    .orderBy("companies.inn")
    .execute();
  return csvFile(
    "ИНН торговых точек.csv",
    ["ИНН", "Торговая точка", "Юридическое название", "Юридический адрес", "Участник"],
    companies.map((company) => [
      company.inn,
      company.actual_name_organization,
      company.legal_name_organization,
      company.legal_address_organization,
      company.member_fio,
    ]),
  );
});

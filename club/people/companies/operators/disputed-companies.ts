import { formatMoment } from "../../../platform/acts/format";
import { type Card, defineList, LIST_ROWS, pageOf } from "../../../platform/acts/view";
import type { Services } from "../../../platform/services";
import { fullName } from "../../accounts/person";
import { listClaims, selectClaims } from "../company-owner";

const columns = [
  { title: "ИНН" },
  { title: "Компания" },
  { title: "Владелец" },
  { title: "Кто просит" },
  { title: "Телефон" },
  { title: "Когда" },
  { title: "Решение" },
];

/** Companies that somebody else than their owner has named as the own (§8.2). */
export const disputedCompanies = defineList({
  name: "disputed-companies",
  group: "people",
  title: "Спорные компании",
  summary: "Companies that somebody else than their owner has named as the own, the oldest claim first.",
  roles: ["support"],
  filters: {},
  columns,
  today: [
    {
      title: "Спорные компании",
      filters: {},
      async count({ db }) {
        const { count } = await selectClaims(db)
          .select(({ fn }) => fn.countAll<number>().as("count"))
          .where("granted_at", "is", null)
          .executeTakeFirstOrThrow();
        return count;
      },
    },
  ],
  async read({ db }, _filters, after) {
    return pageOf(await listClaims(db, { after: after ?? 0, limit: LIST_ROWS + 1 }), viewClaim);
  },
});

type Claim = Awaited<ReturnType<typeof listClaims>>[number];

function viewClaim(claim: Claim) {
  return {
    cells: [
      claim.inn,
      claim.actual_name_organization,
      `${claim.owner_phone} ${fullName(claim)}`,
      claim.full_name,
      claim.phone,
      formatMoment(claim.claimed_at),
      claim.granted_at ? "Отдана: ждёт регистрации" : "—",
    ],
    link: { card: "company", id: String(claim.company_id) },
  };
}

/** A company with its owner, and everybody who claims it. */
export const companyCard: Card = {
  name: "company",
  summary: "A company with its owner and those who claim it, by id.",
  roles: ["support"],
  async read(services, id) {
    const company = await readCompany(services, id);
    if (!company) return null;
    const claims = await listClaims(services.db, { companyId: company.id, after: 0, limit: LIST_ROWS });
    const give = (person: string) => ({ act: "company-owner", input: { inn: company.inn, person } });
    return {
      title: `${company.actual_name_organization}, ИНН ${company.inn}`,
      sections: [
        {
          title: "Компания",
          facts: [
            { label: "Юридическое название", value: company.legal_name_organization || "—" },
            { label: "Адрес", value: company.actual_address_organization || "—" },
            {
              label: "Владелец",
              value: fullName(company),
              link: { card: "person", id: String(company.owner_id) },
            },
          ],
        },
        ...(claims.length > 0 ? [{ title: "Просят отдать", table: { columns, rows: claims.map(viewClaim) } }] : []),
      ],
      acts:
        claims.length > 0
          ? [...claims.map(({ phone }) => give(phone)), give(String(company.owner_id))]
          : [{ act: "company-owner", input: { inn: company.inn } }],
    };
  },
};

async function readCompany({ db }: Services, id: string) {
  if (!/^\d{1,9}$/.test(id)) return undefined;
  return db
    .selectFrom("companies")
    .innerJoin("users", "users.id", "owner_id")
    .selectAll("companies")
    .select(["users.last_name", "users.first_name", "users.sur_name"])
    .where("companies.id", "=", Number(id))
    .executeTakeFirst();
}

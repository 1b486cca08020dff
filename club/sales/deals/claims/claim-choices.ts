import { sql } from "kysely";
import { saleClaimChoices } from "../../../../contract/sale-claims";
import { endpoint } from "../../../platform/http/endpoint";

/** Articles and shops that are offered as suggestions; others are typed. */
const SUGGESTED_ROWS = 200;

interface Choice {
  readonly id: string;
  readonly name: string;
}

/** What the form offers, in one statement: distributors that have managers, shops and articles. */
export const saleClaimChoicesEndpoint = endpoint(saleClaimChoices, async (_input, { services: { db }, actor }) => {
  const isManager = actor.role === "manager";
  const { rows } = await sql<{ distributors: Choice[]; shops: Choice[]; articles: Choice[] }>`
    select
      (select coalesce(json_agg(json_build_object('id', id, 'name', name) order by is_own desc, lower(name), id), '[]')
        from (
          select distinct on (curator.id) curator.id, actual_name_organization as name, curator.id = own.curator_id as is_own
          from users own
            join users curator on curator.role = 'curator' and not curator.is_system and not curator.is_disabled
            join companies on companies.owner_id = curator.id and companies.kind = 'distributor'
          where own.id = ${actor.id} and (not ${isManager}::boolean or curator.id = own.curator_id)
            and exists (select from users where curator_id = curator.id and role = 'manager' and not is_disabled)
          order by curator.id, companies.id
        ) distributors) as distributors,
      (select coalesce(json_agg(json_build_object('id', inn, 'name', name) order by lower(name), inn), '[]')
        from (
          select inn, actual_name_organization as name from companies join users on users.id = owner_id
          where kind = 'retail' and case when ${isManager}::boolean then users.manager_id else users.id end = ${actor.id}
          order by companies.id limit ${SUGGESTED_ROWS}
        ) shops) as shops,
      (select coalesce(json_agg(json_build_object('id', code, 'name', name) order by lower(name), code), '[]')
        from (select code, name from articles order by code limit ${SUGGESTED_ROWS}) articles) as articles
  `.execute(db);
  return rows[0] ?? { distributors: [], shops: [], articles: [] };
});

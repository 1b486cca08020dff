import type { Actor } from "../http/endpoint";
import type { Db } from "../services";
import { readCompany } from "./rules";

/** A page of the participant's own companies, oldest first. */
export async function listCompanies(db: Db, actor: Actor, { page, per_page }: { page: number; per_page: number }) {
  const own = db.selectFrom("companies").where("owner_id", "=", actor.id);
  const [items, { total }] = await Promise.all([
    own
      .selectAll()
      .orderBy("id")
      .limit(per_page)
      .offset((page - 1) * per_page)
      .execute(),
    own.select((select) => select.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { items: items.map(readCompany), total, page, per_page };
}

import type { TestClub } from "../../../setup/club";
import { addCompany, addPerson } from "../../club-people";
import type { Sample } from "./samples";

/** Samples of the acts about claims of sales. */
export const claimSamples: Readonly<Record<string, Sample>> = {
  "accept-claim": async (club) => ({ claim: String(await addClaim(club)), count: "2" }),
  "refuse-claim": async (club) => ({ claim: String(await addClaim(club)), reason: "На документе другая дата" }),
  "look-at-claim": async (club) => ({ claim: String(await addClaim(club)) }),
};

/** A shop's claim with a photo of an article that the club has. */
async function addClaim(club: TestClub): Promise<number> {
  const curator = await addPerson(club, { role: "curator" });
  await addCompany(club, curator.id, "distributor");
  const manager = await addPerson(club, { role: "manager", curator_id: curator.id });
  const member = await addPerson(club, { curator_id: curator.id, manager_id: manager.id });
  const company = await addCompany(club, member.id, "retail");
  const article = { code: "CLAIM-1", name: "Фильтр", manager_points: 2, member_points: 3 };
  await club.db
    .insertInto("articles")
    .values(article)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { id } = await club.db
    .insertInto("sale_claims")
    .values({
      user_id: member.id,
      curator_id: curator.id,
      manager_id: manager.id,
      company_id: company.id,
      sell_date: "2026-03-02",
      article_code: article.code,
      article_name: article.name,
      sell_count: 5,
      document_number: "УПД-1",
      created_at: club.clock.now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const photo = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
  const photo_sealed = club.club.services.seal.seal("sale_claim_photos.photo_sealed", photo);
  await club.db.insertInto("sale_claim_photos").values({ claim_id: id, type: "image/jpeg", photo_sealed }).execute();
  return id;
}

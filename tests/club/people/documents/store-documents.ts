import type { Insertable } from "kysely";
import type { Database } from "../../../../club/platform/db/schema";
import type { TestClub } from "../../../setup/club";

type Documents = Insertable<Database["documents"]>;

/** Stores documents of a person as an upload would: an INN and two scans. They wait for an operator unless something else is said. */
export async function storeDocuments(
  { club: { services }, db }: Pick<TestClub, "club" | "db">,
  userId: number,
  {
    inn = "500100732259",
    ...more
  }: { inn?: string } & Pick<Documents, "status" | "decided_at" | "reason" | "created_at"> = {},
): Promise<void> {
  const { seal } = services;
  await db
    .insertInto("documents")
    .values({
      ...more,
      user_id: userId,
      answers_sealed: seal.seal("documents.answers_sealed", JSON.stringify({ inn })),
      passport_main_sealed: seal.seal("documents.passport_main_sealed", "scan"),
      passport_registration_sealed: seal.seal("documents.passport_registration_sealed", "scan"),
    })
    .execute();
}

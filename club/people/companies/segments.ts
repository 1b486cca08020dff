import { sql } from "kysely";
import { addSegment, listSegments } from "../../../contract/companies";
import { endpoint } from "../../platform/http/endpoint";
import { limitAddress } from "../../platform/http/limits";
import type { Db } from "../../platform/services";

const ADDED_PER_ADDRESS_AND_HOUR = 20;

/**
 * Lists the segments to choose from. One that a participant has added stays with the companies that have it, until an operator
 * takes it over (`is_custom` is false then): nobody writes into everybody's list.
 */
export const listSegmentsEndpoint = endpoint(listSegments, async (_input, { services: { db } }) => {
  return db
    .selectFrom("segments")
    .select(["id", "display_name"])
    .where("is_custom", "=", false)
    .orderBy("id")
    .execute();
});

/** Adds a segment under a name typed by the participant. When the name exists, in upper or lower case, returns that segment. */
export const addSegmentEndpoint = endpoint(addSegment, async ({ display_name: typed }, { services, address }) => {
  const display_name = typed.replace(/\s+/g, " ");
  const known = await findSegment(services.db, display_name).executeTakeFirst();
  if (known) return known;
  await limitAddress(services, "segment", address, { max: ADDED_PER_ADDRESS_AND_HOUR, seconds: 60 * 60 });
  const added = await services.db
    .insertInto("segments")
    .values({ display_name, is_custom: true })
    .onConflict((conflict) => conflict.expression(sql`lower(display_name)`).doNothing())
    .returning(["id", "display_name"])
    .executeTakeFirst();
  return added ?? findSegment(services.db, display_name).executeTakeFirstOrThrow();
});

function findSegment(db: Db, displayName: string) {
  return db
    .selectFrom("segments")
    .select(["id", "display_name"])
    .where(sql`lower(display_name)`, "=", sql`lower(${displayName})`);
}

import { sql } from "kysely";
import { addSegment, listSegments } from "../../contract/companies";
import { endpoint } from "../http/endpoint";
import { limitAddress } from "../http/limits";
import type { Db } from "../services";

const ADDED_PER_ADDRESS_AND_HOUR = 20;

/**
 * Lists the segments to choose from: the club's own, then those that participants added. An added segment is listed once a
 * company of a participant with a confirmed phone has it, so that strangers can't write into everybody's list.
 */
export const listSegmentsEndpoint = endpoint(listSegments, async (_input, { services: { db } }) => {
  return db
    .selectFrom("segments")
    .select(["id", "display_name"])
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb("is_custom", "=", false),
        exists(
          selectFrom("companies")
            .innerJoin("users", "users.id", "companies.owner_id")
            .select(sql`1`.as("one"))
            .whereRef("companies.segment_id", "=", "segments.id")
            .where("users.phone_confirmed_at", "is not", null),
        ),
      ]),
    )
    .orderBy("is_custom")
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

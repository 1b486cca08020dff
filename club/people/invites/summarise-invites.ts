import { jsonObjectFrom } from "kysely/helpers/postgres";
import { summariseInvites } from "../../../contract/overviews";
import { endpoint } from "../../platform/http/endpoint";
import { selectResendable } from "./run-resend";

/** Tells in one statement what the page of invitations shows beside its list. */
export const summariseInvitesEndpoint = endpoint(
  summariseInvites,
  async (filters, { services: { db, now }, actor }) => {
    const { resendable, latest } = await db
      .selectNoFrom((eb) => [
        selectResendable(db, { inviterId: actor.id, filters, at: now() })
          .select((invite) => invite.fn.countAll<number>().as("count"))
          .as("resendable"),
        jsonObjectFrom(
          eb
            .selectFrom("tasks")
            .select(["id", "created_at", "status", "total", "failed"])
            .where("owner_id", "=", actor.id)
            .where("kind", "=", "invite_import")
            .orderBy("created_at", "desc")
            .limit(1),
        ).as("latest"),
      ])
      .executeTakeFirstOrThrow();
    return {
      resendable,
      ...(latest && {
        import_id: latest.id,
        import_date: new Date(latest.created_at).toISOString(),
        import_status: latest.status,
        import_total: latest.total,
        import_failed: latest.failed,
      }),
    };
  },
);

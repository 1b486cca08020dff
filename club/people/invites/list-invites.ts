import { sql } from "kysely";
import { inviteListTitles } from "../../../contract/columns";
import { downloadInvites, listInvites } from "../../../contract/invites";
import { toRussianDate } from "../../../contract/russian-date";
import { inviteStatusTitles } from "../../../contract/values";
import { csvFile } from "../../platform/http/csv";
import { type Actor, endpoint } from "../../platform/http/endpoint";
import { moscowDate } from "../../platform/moscow-date";
import type { Services } from "../../platform/services";
import { type InviteFilters, matchFilters } from "./invite-filters";
import { currentStatus } from "./invite-status";

export const listInvitesEndpoint = endpoint(
  listInvites,
  async ({ page, per_page, ...filters }, { services, actor }) => {
    const [rows, { total }] = await Promise.all([
      selectRows(services, actor, filters)
        .limit(per_page)
        .offset((page - 1) * per_page)
        .execute(),
      ownInvites(services, actor, filters)
        .select((invite) => invite.fn.countAll<number>().as("total"))
        .executeTakeFirstOrThrow(),
    ]);
    const items = rows.map(({ id, created_at, name, email, invite_status, confirmed_at }) => ({
      id,
      date: created_at.toISOString(),
      name,
      email,
      invite_status,
      confirmation: confirmed_at?.toISOString() ?? null,
    }));
    return { items, total, page, per_page };
  },
);

export const downloadInvitesEndpoint = endpoint(downloadInvites, async (filters, { services, actor }) => {
  const rows = await selectRows(services, actor, filters).execute();
  return csvFile(
    "Приглашения.csv",
    Object.values(inviteListTitles),
    rows.map((row) => [
      formatRussianDate(row.created_at),
      row.name,
      row.email,
      inviteStatusTitles[row.invite_status],
      row.confirmed_at && formatRussianDate(row.confirmed_at),
    ]),
  );
});

/** Selects the inviter's own invitations by a part of the name or the address and by status. */
function ownInvites({ db, now }: Services, actor: Actor, filters: InviteFilters) {
  return db
    .selectFrom("invites")
    .leftJoin("outbox", "outbox.id", "invites.outbox_id")
    .where("invites.inviter_id", "=", actor.id)
    .where(matchFilters(filters, now()));
}

function selectRows(services: Services, actor: Actor, filters: InviteFilters) {
  return ownInvites(services, actor, filters)
    .select(["invites.id", "invites.created_at", "invites.email", "invites.confirmed_at"])
    .select(sql<string>`concat_ws(' ', invites.last_name, invites.first_name, nullif(invites.sur_name, ''))`.as("name"))
    .select(currentStatus(services.now()).as("invite_status"))
    .orderBy("invites.created_at", "desc")
    .orderBy("invites.id");
}

function formatRussianDate(at: Date): string {
  return toRussianDate(moscowDate(at));
}

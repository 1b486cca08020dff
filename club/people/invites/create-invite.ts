import { createInvite } from "../../../contract/invites";
import { alias } from "../../../contract/values";
import { endpoint } from "../../platform/http/endpoint";
import { RefusalError } from "../../platform/http/refusal-error";
import { createInvites } from "./create-invites";
import { inviteMessages } from "./invite-messages";
import { requireLetterDay } from "./letter-days";

/** Invitations that one participant may send one by one in an hour; larger numbers are imported from a file. */
const INVITES_PER_HOUR = 300;

const refusals = {
  participant: inviteMessages.participant,
  unsubscribed: `${inviteMessages.unsubscribed} Можно дать ему свою личную ссылку.`,
  invited: `${inviteMessages.invited} Отправить письмо ещё раз можно в списке приглашений.`,
};

/**
 * Invites one person. Curators and managers, system ones too, may invite both managers and members: the specification
 * gives the page to both and names both targets.
 */
export const createInviteEndpoint = endpoint(
  createInvite,
  async (input, { services, actor }) => {
    await requireLetterDay(services.db, services, actor.id);
    const { target_promo_group_system_name: target_role, ...person } = input;
    const [outcome] = await services.db
      .transaction()
      .execute((trx) => createInvites(trx, services, actor.id, [{ ...person, target_role }]));
    if (!outcome) throw new Error("createInvites returned no outcome");
    if ("refused" in outcome) throw new RefusalError(alias.collision, refusals[outcome.refused], "email");
    return { id: outcome.id };
  },
  {
    rateLimits: [
      {
        name: "invite",
        by: (_input, { actor }) => String(actor.id),
        max: INVITES_PER_HOUR,
        seconds: 60 * 60,
        message: "Приглашений за час слишком много.",
      },
    ],
  },
);

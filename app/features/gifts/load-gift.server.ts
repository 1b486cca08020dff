import { isSameId } from "../../../contract/ids";
import { listCharacteristics, listMobileOperators, listPrizes, paymentsAgent } from "../../../contract/prizes";
import { giftHandlers } from "../../../contract/values";
import type { Visit } from "../../session/visit.server";
import { groupGifts } from "./catalogue.server";
import type { GiftGroup } from "./gift-view";
import { giftKinds } from "./kinds";

/** The gifts of a page. Its id is a handler for a group and a prize id for a single gift, which may have sizes. */
export async function findGroup(visit: Visit, id: string): Promise<GiftGroup | undefined> {
  const [list, characteristics] = await Promise.all([
    visit.read(listPrizes, {}),
    findGroupKind(id) ? [] : visit.read(listCharacteristics, { prize_id: id }),
  ]);
  // The reply about one prize need not repeat its id.
  const own = characteristics.map((one) => ({ ...one, prize_id: one.prize_id || id }));
  return groupGifts(list, own).find((group) => isSameId(group.id, id));
}

/** What the form of a page needs from the upstream besides the gifts. */
export async function loadFormOptions(visit: Visit, id: string) {
  const kind = findGroupKind(id);
  const [operators, agent] = await Promise.all([
    kind?.fields.some(({ type }) => type === "mobile-operator") ? visit.read(listMobileOperators, {}) : [],
    kind?.isPaidByAgent ? visit.callOptional(paymentsAgent, {}) : null,
  ]);
  return { operators, isPaidByAgent: Boolean(agent?.agentId) };
}

/** The kind whose page has this id; undefined for the page of a single gift. */
function findGroupKind(id: string) {
  const handler = giftHandlers.find((known) => known === id);
  return handler && giftKinds[handler].group ? giftKinds[handler] : undefined;
}

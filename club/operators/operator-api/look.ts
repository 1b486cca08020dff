import { readCard, readCatalogue, readList, readToday } from "../../../contract/operator/calls";
import { alias } from "../../../contract/values";
import { mayDo } from "../../platform/acts/operator";
import { readPage } from "../../platform/acts/view";
import { RefusalError } from "../../platform/http/refusal-error";
import { type OperatorCallContext, operatorEndpoint } from "../call-context";
import { countWaiting } from "../count-waiting";
import { acts, cards, findAct, lists } from "../operator-parts";
import { recordEvent } from "../record-event";
import { describeAct, describeFields, describeList } from "./describe";

export const readCatalogueEndpoint = operatorEndpoint(readCatalogue, async (_input, { session: { operator } }) => ({
  acts: acts.filter(({ roles }) => mayDo(operator, roles)).map(describeAct),
  lists: lists.filter(({ roles }) => mayDo(operator, roles)).map(describeList),
}));

/** Counts what waits in the lists that the operator may see. */
export const readTodayEndpoint = operatorEndpoint(readToday, async (_input, { services, session: { operator } }) => {
  const own = lists.filter(({ roles }) => mayDo(operator, roles));
  const waiting = (await countWaiting(services, own)).filter(({ count }) => count > 0);
  return { items: waiting.map(({ list, title, filters, count }) => ({ title, count, link: { list, filters } })) };
});

/** Whose data an operator has looked at is an event of the audit log, like what an operator does. */
export const readListEndpoint = operatorEndpoint(readList, async (input, context) => {
  const { services, session } = context;
  const { listName, afterKey, ...raw } = input;
  const list = lists.find(({ name }) => name === listName);
  if (!list) throw new RefusalError(alias.notFound, "Такого списка нет.");
  requireRole(session, list.roles);
  const page = await readPage(services, list, raw, afterKey);
  await recordEvent(services.db, services, "open-list", context, { subject: { kind: "list", id: list.name } });
  return {
    title: list.title,
    filters: describeFields(list.filters),
    table: { columns: list.columns, rows: page.rows },
    next: page.next,
  };
});

export const readCardEndpoint = operatorEndpoint(readCard, async ({ cardName, cardId }, context) => {
  const { services, session } = context;
  const card = cards.find(({ name }) => name === cardName);
  if (!card) throw unknownCard();
  requireRole(session, card.roles);
  const content = await card.read(services, cardId);
  if (!content) throw unknownCard();
  const subject = { kind: card.name, id: content.id ?? cardId };
  await recordEvent(services.db, services, "open-card", context, { subject });
  const offered = content.acts
    .map(({ act, input = {} }) => ({ act: findAct(act), input }))
    .filter(({ act }) => mayDo(session.operator, act.roles))
    .map(({ act, input }) => ({ act: act.name, title: act.title, input }));
  return { title: content.title, sections: content.sections, acts: offered };
});

function requireRole({ operator }: OperatorCallContext["session"], roles: Parameters<typeof mayDo>[1]): void {
  if (!mayDo(operator, roles)) throw new RefusalError(alias.forbidden, "Для вашей роли это недоступно.");
}

function unknownCard(): RefusalError {
  return new RefusalError(alias.notFound, "Такой карточки нет.");
}

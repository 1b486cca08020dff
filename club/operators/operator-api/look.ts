import { readCard, readCatalogue, readList, readToday } from "../../../contract/operator/calls";
import { alias } from "../../../contract/values";
import { mayDo } from "../../platform/acts/operator";
import { readPage } from "../../platform/acts/view";
import { RefusalError } from "../../platform/http/refusal-error";
import { type OperatorCallContext, operatorEndpoint } from "../call-context";
import { acts, cards, findAct, lists } from "../operator-parts";
import { describeAct, describeFields, describeList } from "./describe";

export const readCatalogueEndpoint = operatorEndpoint(readCatalogue, async (_input, { session: { operator } }) => ({
  acts: acts.filter(({ roles }) => mayDo(operator, roles)).map(describeAct),
  lists: lists.filter(({ roles }) => mayDo(operator, roles)).map(describeList),
}));

/** Counts what waits in the lists that the operator may see, one after the other: they are many and short. */
export const readTodayEndpoint = operatorEndpoint(readToday, async (_input, { services, session: { operator } }) => {
  const items = [];
  for (const { name, roles, today = [] } of lists) {
    if (!mayDo(operator, roles)) continue;
    for (const { title, filters, count: read } of today) {
      const count = await read(services);
      if (count > 0) items.push({ title, count, link: { list: name, filters } });
    }
  }
  return { items };
});

export const readListEndpoint = operatorEndpoint(readList, async (input, { services, session }) => {
  const { listName, afterKey, ...raw } = input;
  const list = lists.find(({ name }) => name === listName);
  if (!list) throw new RefusalError(alias.notFound, "Такого списка нет.");
  requireRole(session, list.roles);
  const page = await readPage(services, list, raw, afterKey);
  return {
    title: list.title,
    filters: describeFields(list.filters),
    table: { columns: list.columns, rows: page.rows },
    next: page.next,
  };
});

export const readCardEndpoint = operatorEndpoint(readCard, async ({ cardName, cardId }, { services, session }) => {
  const card = cards.find(({ name }) => name === cardName);
  if (!card) throw new RefusalError(alias.notFound, "Такой карточки нет.");
  requireRole(session, card.roles);
  const content = await card.read(services, cardId);
  if (!content) throw new RefusalError(alias.notFound, "Такой карточки нет.");
  const offered = content.acts
    .map(({ act, input = {} }) => ({ act: findAct(act), input }))
    .filter(({ act }) => mayDo(session.operator, act.roles))
    .map(({ act, input }) => ({ act: act.name, title: act.title, input }));
  return { title: content.title, sections: content.sections, acts: offered };
});

function requireRole({ operator }: OperatorCallContext["session"], roles: Parameters<typeof mayDo>[1]): void {
  if (!mayDo(operator, roles)) throw new RefusalError(alias.forbidden, "Для вашей роли это недоступно.");
}

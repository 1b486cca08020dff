import { alias } from "../../contract/values";
import { contentPart } from "../contents/operators";
import { ordersPart } from "../gifts/orders/operators";
import { prizeCataloguePart } from "../gifts/prizes/operators/catalogue";
import { accountsPart } from "../people/accounts/operators";
import { companiesPart } from "../people/companies/operators";
import { companyCataloguePart } from "../people/companies/operators/catalogue";
import { documentsPart } from "../people/documents/operators";
import { registrationPart } from "../people/registration/operators";
import type { Act } from "../platform/acts/act";
import type { Card, List, OperatorPart } from "../platform/acts/view";
import { RefusalError } from "../platform/http/refusal-error";
import { jobsPart } from "../platform/jobs/operators";
import { movesPart } from "../platform/moves/operators";
import { outboxPart } from "../platform/outbox/operators";
import { ledgerPart } from "../points/operators";
import { dealsPart } from "../sales/deals/operators";
import { articlesPart } from "../sales/deals/operators/articles";
import { promotionsPart } from "../sales/promotions/operators";
import { defineOperatorsPart } from "./acts";
import { firstDay } from "./first-day";
import { wholePeoplePart } from "./people";

const parts: readonly OperatorPart[] = [
  accountsPart,
  registrationPart,
  companiesPart,
  dealsPart,
  ledgerPart,
  documentsPart,
  ordersPart,
  prizeCataloguePart,
  promotionsPart,
  articlesPart,
  companyCataloguePart,
  contentPart,
  { lists: [firstDay] },
  outboxPart,
  jobsPart,
  movesPart,
  wholePeoplePart,
  defineOperatorsPart((name) => acts.find((act) => act.name === name)?.title),
];

/** Every act, list and card of operators. */
export const acts: readonly Act[] = parts.flatMap((part) => part.acts ?? []);
export const lists: readonly List[] = parts.flatMap((part) => part.lists ?? []);
export const cards: readonly Card[] = parts.flatMap((part) => part.cards ?? []);

/** @throws RefusalError notFound */
export function findAct(name: string): Act {
  const act = acts.find((candidate) => candidate.name === name);
  if (!act) throw new RefusalError(alias.notFound, "Такого действия нет.");
  return act;
}

import { alias } from "../contract/values";
import { accountsPart } from "./accounts/operators";
import type { Act } from "./acts/act";
import type { Card, List, OperatorPart } from "./acts/view";
import { companiesPart } from "./companies/operators";
import { companyCataloguePart } from "./companies/operators/catalogue";
import { contentPart } from "./content/operators";
import { dealsPart } from "./deals/operators";
import { articlesPart } from "./deals/operators/articles";
import { documentsPart } from "./documents/operators";
import { firstDay } from "./first-day";
import { RefusalError } from "./http/refusal-error";
import { jobsPart } from "./jobs/operators";
import { ledgerPart } from "./ledger/operators";
import { defineOperatorsPart } from "./operators/acts";
import { ordersPart } from "./orders/operators";
import { outboxPart } from "./outbox/operators";
import { privacyPart } from "./privacy/operators";
import { prizeCataloguePart } from "./prizes/operators/catalogue";
import { profilePart } from "./profile/operators";
import { promotionsPart } from "./promotions/operators";
import { registrationPart } from "./registration/operators";

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
  privacyPart,
  profilePart,
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

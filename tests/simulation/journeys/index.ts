import type { Journey } from "../points";
import { runExchange } from "./exchange";
import { runInvitations } from "./invitations";
import type { RunJourney } from "./journey";
import { runOrder } from "./order";
import { runOutbox } from "./outbox";
import { runReport } from "./report";

export const journeys: Readonly<Record<Journey, RunJourney>> = {
  exchange: runExchange,
  order: runOrder,
  report: runReport,
  invitations: runInvitations,
  outbox: runOutbox,
};

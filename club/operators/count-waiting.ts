import type { Attention, List } from "../platform/acts/view";
import type { Services } from "../platform/services";
import { lists } from "./operator-parts";

/** What waits for an operator in a list under some filters, perhaps nothing. */
export interface Waiting extends Pick<Attention, "title" | "filters"> {
  readonly list: string;
  readonly count: number;
}

/** Counts what today's page of the console names, one after the other: they are many and short. @param among those to count */
export async function countWaiting(
  services: Services,
  among: readonly Pick<List, "name" | "today">[] = lists,
): Promise<Waiting[]> {
  const waiting: Waiting[] = [];
  for (const { name, today = [] } of among) {
    for (const { title, filters, count } of today) {
      waiting.push({ list: name, title, filters, count: await count(services) });
    }
  }
  return waiting;
}

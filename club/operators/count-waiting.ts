import type { Attention } from "../platform/acts/view";
import type { Services } from "../platform/services";
import { lists } from "./operator-parts";

/** What waits for an operator in a list under some filters. */
export interface Waiting {
  readonly list: string;
  readonly filters: Attention["filters"];
  readonly count: number;
}

/** Counts what today's page of the console names, for all roles, one after the other: they are many and short. */
export async function countWaiting(services: Services): Promise<Waiting[]> {
  const waiting: Waiting[] = [];
  for (const { name, today = [] } of lists) {
    for (const { filters, count } of today) waiting.push({ list: name, filters, count: await count(services) });
  }
  return waiting;
}

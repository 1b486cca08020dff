import pg from "pg";
import { vi } from "vitest";
import type { FetchUpstream } from "../../app/lib/load-context.server";
import type { TestClub } from "../setup/club";
import type { TestPortal } from "../setup/portal";

/** What a page costs, whatever the machine. */
export interface PageCost {
  /** Calls to the upstream. */
  readonly calls: number;
  /** The longest chain of calls, each of them sent after the reply to the one before. */
  readonly inSequence: number;
  /** Statements sent to PostgreSQL, the beginning and the end of a transaction included. */
  readonly statements: number;
}

/**
 * Opens a page twice, the first time to fill the caches, and measures the second time.
 * @param pauseMs the club begins with its answers when the portal has sent no call for so long, with all of them at once. On a
 * slow machine, calls of the same step may come further apart, which makes a cost too high, never too low
 */
export async function measurePage(
  portal: TestPortal,
  club: TestClub,
  { path, cookie }: { path: string; cookie: string },
  pauseMs: number,
): Promise<PageCost> {
  const open = async (fetchUpstream: FetchUpstream) => {
    const { status } = await portal.ask(path, { headers: { Cookie: cookie } }, { fetchUpstream });
    if (status !== 200 && status !== 404) throw new Error(`${path} answers with ${status}`);
  };
  await open((request) => club.club.fetch(request));
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    const { calls, fetchUpstream } = countCalls(club, pauseMs);
    await open(fetchUpstream);
    const sent = query.mock.calls.filter(([statement]) => !textOf(statement).includes("pgboss."));
    return { calls: calls.length, inSequence: Math.max(0, ...calls), statements: sent.length };
  } finally {
    query.mockRestore();
  }
}

/** @returns the place of each call in its chain, from 1 */
function countCalls({ club }: TestClub, pauseMs: number) {
  const calls: number[] = [];
  let delivered = 0;
  const waiting: (() => void)[] = [];
  let pause: NodeJS.Timeout | undefined;
  const fetchUpstream: FetchUpstream = async (request) => {
    const place = delivered + 1;
    calls.push(place);
    clearTimeout(pause);
    pause = setTimeout(() => {
      for (const answer of waiting.splice(0)) answer();
    }, pauseMs);
    await new Promise<void>((answer) => waiting.push(answer));
    const response = await club.fetch(request);
    delivered = Math.max(delivered, place);
    return response;
  };
  return { calls, fetchUpstream };
}

/** `pg` takes a text, or an object that has one. */
function textOf(statement: unknown): string {
  if (typeof statement === "string") return statement;
  return statement !== null && typeof statement === "object" && "text" in statement ? String(statement.text) : "";
}

/** Whether a cost exceeds another in nothing. */
export function isWithin(cost: PageCost, allowed: PageCost): boolean {
  return cost.calls <= allowed.calls && cost.inSequence <= allowed.inSequence && cost.statements <= allowed.statements;
}

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { acts, cards, lists } from "../../../../club/operators/operator-parts";
import type { Act, ActOutcome } from "../../../../club/platform/acts/act";
import { carryOut } from "../../../../club/platform/acts/carry-out";
import type { Operator } from "../../../../club/platform/acts/operator";
import { readPage } from "../../../../club/platform/acts/view";
import { tryOut } from "../../../../club/platform/db/try-out";
import type { FileReply } from "../../../../club/platform/http/endpoint";
import { describeChanges, readRows } from "../../../setup/changed-rows";
import { openTestClub, type TestClub } from "../../../setup/club";
import { isTextType } from "../../../setup/response-outline";
import { alignDates, openStableText, type StableText } from "../../../setup/stable-text";
import { addOperator } from "./add-operator";
import { describeCard, describeLink, describeTable } from "./describe-view";
import { findCards, makeSamples, type SampleInputs } from "./sample-rows";

/**
 * Every act with its sample, every list and every card: what an operator reads, what is stored and what the audit log keeps, as
 * the snapshots beside this file have it. Whoever changes one of them reads the difference and then runs the file with `-u`.
 */

/** A Friday noon in Moscow, in the middle of a month, when the samples are made, and an hour later, when the acts are done. */
const NOON = "2026-03-20T09:00:00Z";
const AFTERNOON = "2026-03-20T10:00:00Z";

let club: TestClub;
let operator: Operator;
let stable: StableText;
let inputs: SampleInputs;
/** Ids of cards by their names. */
let shown: ReadonlyMap<string, string>;

beforeAll(async () => {
  club = await openTestClub({ now: NOON, work: false });
  stable = await openStableText(club.db, club.clock.now);
  operator = await addOperator(club, "owner");
  // All of them before the first act, so that each act meets the same, whichever cases run.
  inputs = await makeSamples(club, () => club.clock.set(NOON));
  await alignDates(club.db, new Date(NOON));
  shown = await findCards(club, inputs);
});
// However long a machine takes, it is the same minute.
beforeEach(() => club.clock.set(AFTERNOON));
afterAll(() => club.close());

describe("what every act tells, stores and records", () => {
  test.each(acts.map((act) => [act.name, act] as const))("architecture: act %s", async (name, act) => {
    const { outcome, changes } = await tryAct(act, inputs.get(name) ?? {});
    expect(stable.of([...describeOutcome(outcome), "", ...changes].join("\n"))).toMatchSnapshot();
  });
});

describe("what every list and card shows", () => {
  test.each(lists.map((list) => [list.name, list] as const))("architecture: list %s", async (_name, list) => {
    const { rows, next } = await readPage(club.club.services, list, {});
    const table = describeTable({ columns: list.columns, rows });
    expect(stable.of([list.title, ...table, `next: ${next}`].join("\n"))).toMatchSnapshot();
  });

  test.each(cards.map((card) => [card.name, card] as const))("architecture: card %s", async (name, card) => {
    const id = shown.get(name) ?? "";
    const content = await card.read(club.club.services, id);
    if (!content) throw new Error(`There is no card ${name} ${id}`);
    expect(stable.of(describeCard(content).join("\n"))).toMatchSnapshot();
  });
});

/** Carries the act out as if a second operator had agreed, and takes it back. */
function tryAct(act: Act, input: Readonly<Record<string, unknown>>) {
  return tryOut(club.club.services.db, async (trx) => {
    const before = await readRows(trx);
    const outcome = await carryOut(trx, club.club.services, operator, act, input, { approvedBy: "second" });
    return { outcome, changes: describeChanges(before, await readRows(trx)) };
  });
}

function describeOutcome({ lines, table, points, link, secrets = [], file }: ActOutcome): string[] {
  return [
    ...lines,
    ...(table ? describeTable(table) : []),
    ...(points === undefined ? [] : [`points: ${points}`]),
    ...(link ? [describeLink(link)] : []),
    ...secrets.map(({ label }) => `secret: ${label}`),
    ...(file ? describeFile(file) : []),
  ];
}

/** A text as it is, anything else by its name only. */
function describeFile({ fileName, contentType, content }: FileReply): string[] {
  return [`file: ${fileName} ${contentType}`, ...(isTextType(contentType) ? [content.toString()] : [])];
}

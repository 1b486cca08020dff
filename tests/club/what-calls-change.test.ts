import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpoints } from "../../club/endpoints";
import { calls, extensionCalls, overviewCalls } from "../../contract";
import type { CallDescriptor } from "../../contract/call";
import type { TestClub } from "../setup/club";
import { openStableText } from "../setup/stable-text";
import { listNames } from "./calls/list-names";
import { openRecorder } from "./calls/record-call";
import { findStranger, type MakeSample } from "./calls/sample";
import { samples } from "./calls/samples";
import { NOW, openSceneClub, playScene, type Scene } from "./calls/scene";

/**
 * Every call of the contract with its samples, by those who may make it and by somebody who may not: what is answered and
 * what is stored, as the snapshots beside this file have it. Whoever changes one of them reads the difference and then runs
 * the file with `-u`. All calls are made one after the other before the first case, so that each meets the same, whichever
 * cases run.
 */

const nameOf = ({ method, path }: CallDescriptor) => `${method} ${path}`;

interface Case {
  readonly call: CallDescriptor;
  readonly title: string;
  readonly make: MakeSample;
  /** Which of the samples of its call it is. */
  readonly position: number;
  readonly authorization?: string;
}

const refused: Case[] = samples.map(({ call, cases }) => {
  const [make] = Object.values(cases);
  if (!make) throw new Error(`${nameOf(call)} has no samples`);
  return call.audience === "client"
    ? {
        call,
        title: "refused without the client's credential",
        make,
        position: 0,
        authorization: "Basic bm9ib2R5Om5vdGhpbmc=",
      }
    : {
        call,
        title: "refused to another",
        position: 0,
        make: async (scene: Scene) => withoutRole(call, await make(scene)),
      };
});

/** By somebody of another role; where every role may make the call, by nobody. */
function withoutRole(call: CallDescriptor, { by: _, ...sample }: Awaited<ReturnType<MakeSample>>) {
  const stranger = findStranger(call);
  return stranger ? { ...sample, by: stranger } : sample;
}

const made: Case[] = samples.flatMap(({ call, cases }) =>
  Object.entries(cases).map(([title, make], position) => ({ call, title, make, position })),
);
// What is refused changes nothing, so it goes first.
const all = [...refused, ...made].map((one) => [`${nameOf(one.call)}: ${one.title}`, one] as const);

let club: TestClub | undefined;
const outcomes = new Map<string, string>();

beforeAll(async () => {
  club = await openSceneClub();
  const stable = await openStableText(club.db, () => new Date(NOW));
  const scene = await playScene(club);
  const record = openRecorder(scene);
  const names = await listNames(scene);
  const { length } = stable.of(names);
  for (const [name, { call, make, position, authorization }] of all) {
    // The clock stands, but for a second between the samples of one call.
    club.clock.stop(new Date(Date.parse(NOW) + position * 1000));
    const outcome = await record(call, await make(scene), authorization);
    // With the names in front, the same row has the same name in every outcome.
    outcomes.set(name, stable.of(names + outcome).slice(length));
  }
});
afterAll(() => club?.close());

describe("what every call answers and changes", () => {
  test.each(all)("architecture: %s", (name) => {
    expect(outcomes.get(name)).toMatchSnapshot();
  });
});

test("architecture: every call of the contract, and every endpoint of the club, has samples", () => {
  const names = samples.map(({ call }) => nameOf(call)).sort();
  expect(names).toEqual([...calls, ...extensionCalls, ...overviewCalls].map(nameOf).sort());
  expect(names).toEqual(endpoints.map(({ descriptor }) => nameOf(descriptor)).sort());
});

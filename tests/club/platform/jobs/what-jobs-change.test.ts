import { readdirSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { jobDefinitions } from "../../../../club/job-definitions";
import type { JobDefinition, Log, Services } from "../../../../club/platform/services";
import { describeChanges, readRows } from "../../../setup/changed-rows";
import { openTestClub, type TestClub } from "../../../setup/club";
import { openStableText } from "../../../setup/stable-text";
import { type JobScene, NOW } from "./job-scene";
import { jobScenes } from "./job-scenes";

/**
 * Every job on a scene of its own: what it logs and counts, what it changes, and what it changes when it runs again at the same
 * moment, as the snapshots beside this file have it. Whoever changes a job reads the difference and then runs the file with `-u`.
 */

let club: TestClub | undefined;

afterEach(async () => {
  await club?.close();
  club = undefined;
});

test("architecture: every job that is defined is among those that run", () => {
  const files = readdirSync("club", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const defined = files.flatMap((name) => {
    const parts = readFileSync(`club/${name}`, "utf8")
      .split(/= defineJob\b/)
      .slice(1);
    return parts.map((part) => /queue: "([^"]+)"/.exec(part)?.[1]);
  });
  expect(defined.sort()).toEqual(jobDefinitions.map(({ queue }) => queue).sort());
  expect(Object.keys(jobScenes).sort()).toEqual(defined);
});

describe("what every job logs and changes", () => {
  test.each(jobDefinitions.map((job) => [job.queue, job] as const))("architecture: job %s", async (queue, job) => {
    const scene = jobScenes[queue];
    if (!scene) throw new Error(`There is no scene for the job ${queue}`);
    club = await openTestClub({ now: NOW, work: false, settings: { ...scene.settings } });
    const { db } = club;
    const stable = await openStableText(db, () => NOW, { clockStands: true });
    const runs = await scene.make(club);
    const first = await runAll(club, job, runs, scene);
    const second = await runAll(club, job, runs, scene);
    const text = ["first run:", ...first, "", "second run:", ...second].join("\n");
    expect(stable.of(text)).toMatchSnapshot();
  });
});

/** Runs a job on all its data at one moment. @returns what it told and what it changed */
async function runAll(
  { club: { services }, db }: TestClub,
  job: JobDefinition<never>,
  runs: readonly object[],
  { worksAtOnce = false }: JobScene,
): Promise<string[]> {
  const told: string[] = [];
  const before = await readRows(db);
  for (const data of runs) await (job as JobDefinition).handle(data, listenTo(services, told));
  const changes = describeChanges(before, await readRows(db), { removedRows: "whole" });
  if (worksAtOnce) told.sort();
  return [...told, ...(changes.length > 0 ? changes : ["nothing has changed"])];
}

/** The services at a moment that doesn't pass, with what is logged and counted written down. */
function listenTo(services: Services, told: string[]): Services {
  const note = (level: keyof Log) => (fields: object, message: string) =>
    void told.push(`${level}: ${message} ${JSON.stringify(fields)}`);
  return {
    ...services,
    now: () => NOW,
    log: { info: note("info"), warn: note("warn"), error: note("error") },
    countAlarm: (alarm) => void told.push(`alarm: ${alarm}`),
    countDelivery: (channel, outcome) => void told.push(`delivery: ${channel} ${outcome}`),
  };
}

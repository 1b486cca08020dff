import { acts, lists } from "../../../../club/operators/operator-parts";
import { readPage } from "../../../../club/platform/acts/view";
import type { TestClub } from "../../../setup/club";
import { type Sample, samples } from "./samples";

/** Inputs by the names of their acts. */
export type SampleInputs = ReadonlyMap<string, Awaited<ReturnType<Sample>>>;

/** Makes the sample of every act, so that each act, list and card meets the same. @param before what precedes each sample */
export async function makeSamples(club: TestClub, before = () => {}): Promise<SampleInputs> {
  const inputs = new Map<string, Awaited<ReturnType<Sample>>>();
  // That of the agent's answer hands every order that it finds to the agent.
  for (const name of new Set(["read-agent-answer", ...acts.map((act) => act.name)])) {
    before();
    inputs.set(name, (await samples[name]?.(club)) ?? {});
  }
  return inputs;
}

/** Ids by the names of their cards: those to which the lists lead, and those to which no list does. */
export async function findCards(
  { club: { services }, db }: TestClub,
  inputs: SampleInputs,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const list of lists) {
    const { rows } = await readPage(services, list, {});
    for (const { link } of rows) if (link && "card" in link) found.set(link.card, link.id);
  }
  const company = await db.selectFrom("companies").select("id").orderBy("id").executeTakeFirstOrThrow();
  found.set("company", String(company.id));
  if (!found.has("job")) found.set("job", String(inputs.get("retry-job")?.job));
  return found;
}

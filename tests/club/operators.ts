import { cards, findAct, lists } from "../../club/operators/operator-parts";
import { previewAct, type RawInput } from "../../club/platform/acts/carry-out";
import type { Operator } from "../../club/platform/acts/operator";
import { runAct } from "../../club/platform/acts/run-act";
import { readPage } from "../../club/platform/acts/view";
import type { TestClub } from "../setup/club";

/** Somebody at the command line of the server. */
export const shell: Operator = { kind: "shell", user: "root" };

/** Does an act and returns what it has changed. @throws ZodError, RefusalError */
export async function act(club: TestClub, name: string, input: RawInput) {
  const { state, outcome } = await runAct(club.club.services, shell, findAct(name), input);
  return { state, ...outcome, text: outcome.lines.join("\n") };
}

/** The message and the field with which an act is refused; undefined when it is done. */
export async function refusalOf(club: TestClub, name: string, input: RawInput) {
  try {
    await act(club, name, input);
    return undefined;
  } catch (error) {
    const [entry] =
      (error as { entries?: { error_display_message: string; error_system_message: { field_key?: string } }[] })
        .entries ?? [];
    if (!entry) throw error;
    return { message: entry.error_display_message, field: entry.error_system_message.field_key };
  }
}

/** Why the act needs a second operator when somebody with just its roles asks for it; empty when it needs none. */
export async function whySecondOperator(club: TestClub, name: string, input: RawInput): Promise<readonly string[]> {
  const act = findAct(name);
  const operator = { kind: "operator", id: 1, login: "one@club.test", roles: act.roles } as unknown as Operator;
  return (await previewAct(club.club.services, operator, act, input)).whySecondOperator ?? [];
}

/** One page of a list. */
export async function readList(
  club: TestClub,
  name: string,
  filters: Readonly<Record<string, string>> = {},
  after?: string,
) {
  const list = lists.find((candidate) => candidate.name === name);
  if (!list) throw new Error(`There is no list ${name}`);
  const { rows, next } = await readPage(club.club.services, list, filters, after);
  return { rows, next, ids: rows.map(({ cells }) => cells[0]), links: rows.map(({ link }) => link) };
}

/** The rows of every page that a list offers. */
export async function readPages(club: TestClub, name: string, filters: Readonly<Record<string, string>> = {}) {
  const pages: Awaited<ReturnType<typeof readList>>["rows"][] = [];
  let after: string | undefined;
  do {
    const page = await readList(club, name, filters, after);
    pages.push(page.rows);
    after = page.next ?? undefined;
  } while (after !== undefined);
  return pages;
}

/** The counts of a list on today's page. */
export async function readToday(club: TestClub, name: string): Promise<number[]> {
  const list = lists.find((candidate) => candidate.name === name);
  return Promise.all((list?.today ?? []).map((attention) => attention.count(club.club.services)));
}

/** A card with all that it says as one text, and the names of its acts. */
export async function readCard(club: TestClub, name: string, id: string) {
  const content = await cards.find((candidate) => candidate.name === name)?.read(club.club.services, id);
  return { content, text: JSON.stringify(content), acts: content?.acts.map((offered) => offered.act) ?? [] };
}

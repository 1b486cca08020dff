import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { acts, cards, lists } from "../../club/operators/operator-parts";
import { type OperatorRole, operatorRoles } from "../../contract/operator/roles";
import { addPerson } from "../club/club-people";
import { findCards, makeSamples, type SampleInputs } from "../club/platform/acts/sample-rows";
import { openTestClub, type TestClub } from "../setup/club";
import { openTestConsole, type TestConsole } from "../setup/console";
import { addTestOperator } from "../setup/operators";
import { outline } from "../setup/page-outline";
import { openBrowser, type Page, type PortalBrowser, type Typed } from "../setup/portal-browser";
import { describeHead } from "../setup/response-outline";
import { alignDates, openStableText, type StableText } from "../setup/stable-text";
import { describeMain, describePage, shortenTables } from "./outlined-page";

/**
 * Every page that the console derives from the catalogue, as its owner sees it on what the samples have made, and what each role
 * may open. Whoever changes one of them reads the difference of the snapshots beside this file and then runs it with `-u`.
 */

/** A Friday noon in Moscow, in the middle of a month, when the samples are made, and a minute later, when pages are opened. */
const NOON = "2026-03-20T09:00:00Z";
const LATER = "2026-03-20T09:01:00Z";
/** What no field but a free text takes. */
const WRONG = "?";

let club: TestClub;
let operatorConsole: TestConsole;
let stable: StableText;
let owner: PortalBrowser;
let inputs: SampleInputs;
/** Ids of cards by their names. */
let shown: ReadonlyMap<string, string>;
let former: { requests: number; records: number };

beforeAll(async () => {
  club = await openTestClub({ now: NOON, work: false });
  stable = await openStableText(club.db, club.clock.now);
  const { token } = await addTestOperator(club, ["owner"], "owner");
  inputs = await makeSamples(club, () => club.clock.set(NOON));
  // With them a filtered list has a second page.
  for (let count = 0; count < 10; count++) await addPerson(club);
  await alignDates(club.db, new Date(NOON));
  shown = await findCards(club, inputs);
  former = await readLast();
  operatorConsole = await openTestConsole(club);
  owner = openBrowser(operatorConsole, operatorConsole.cookieOf(token));
});
afterAll(async () => {
  await operatorConsole?.close();
  await club?.close();
});
// However long a machine takes, it is the same minute.
beforeEach(() => club.clock.stop(LATER));
/** What has been opened and checked is among what the lists show. */
afterEach(() =>
  club.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await trx.deleteFrom("audit_log").where("id", ">", former.records).execute();
    await trx.deleteFrom("act_requests").where("id", ">", former.requests).execute();
  }),
);

async function readLast(): Promise<typeof former> {
  const { rows } = await sql<typeof former>`
    select (select coalesce(max(id), 0) from act_requests) as requests,
      (select coalesce(max(id), 0) from audit_log) as records
  `.execute(club.db);
  return rows[0] ?? { requests: 0, records: 0 };
}

const tell = (lines: readonly string[]) => expect(stable.of(shortenTables(lines).join("\n"))).toMatchSnapshot();

describe("what the pages of the catalogue show to an owner", () => {
  test("architecture: today's page", async () => {
    tell(describePage(await owner.open("/")));
  });

  test.each(acts.map((act) => [act.name, act] as const))("architecture: act %s", async (name, act) => {
    const path = `/acts/${name}`;
    const form = describeMain(await owner.open(path));
    const wrong = await owner.submit(wrongFields(act.fields), "Проверить");
    if (wrong.location) await owner.open(path);
    const answer = await owner.submit(typedFields(inputs.get(name) ?? {}), "Проверить");
    const checked = answer.location ? await owner.open(answer.location) : answer;
    const again = answer.location && (await owner.open(`${path}?fromRequest=${answer.location.split("/").at(-1)}`));
    const text = [
      ...form,
      "",
      `with wrong values: ${wrong.location ? "accepted" : ""}`,
      ...(wrong.location ? [] : describeMain(wrong)),
      "",
      "checked:",
      ...describeHead(answer),
      ...describeMain(checked),
      "",
      "changed again:",
      ...(again ? describeKept(again) : []),
    ];
    tell(text);
  });

  test.each(lists.map((list) => [list.name, list] as const))("architecture: list %s", async (name, list) => {
    const path = `/lists/${name}`;
    const text = describeMain(await owner.open(path));
    for (const [filter, { choices = [] }] of Object.entries(list.filters)) {
      for (const { value } of choices) {
        const page = await owner.open(`${path}?${new URLSearchParams({ [filter]: value })}`);
        text.push("", `${filter}=${value}: ${countRows(page)} rows`, ...describeNext(page));
      }
      const page = await owner.open(`${path}?${new URLSearchParams({ [filter]: WRONG })}`);
      text.push("", `${filter}=${WRONG}: ${countRows(page)} rows`, ...describeHead(page), ...describeKept(page));
    }
    const next = (await owner.open(path)).document.querySelector("a[rel=next]")?.getAttribute("href");
    if (next) text.push("", "next page:", ...describeMain(await owner.open(next)));
    tell(text);
  });

  test.each(cards.map(({ name }) => [name]))("architecture: card %s", async (name) => {
    const page = await owner.open(`/cards/${name}/${encodeURIComponent(shown.get(name) ?? "")}`);
    tell(describeMain(page));
  });

  test.each([
    "/acts/no-act",
    "/lists/no-list",
    "/cards/no-card/1",
    "/cards/person/1",
    "/requests/1",
    "/files/1",
    "/no",
  ])("architecture: nothing is at %s", async (path) => {
    tell(describePage(await owner.open(path)));
  });
});

describe("what the console offers to each role", () => {
  test.each(operatorRoles.map((role) => [role]))("architecture: role %s", async (role: OperatorRole) => {
    const { token, id } = await addTestOperator(club, [role], `role ${role}`);
    const browser = openBrowser(operatorConsole, operatorConsole.cookieOf(token));
    const today = await browser.open("/");
    const menu = [...today.document.querySelectorAll("main, header")].flatMap(outline);
    const opened: string[] = [];
    for (const { name } of cards) {
      const { status } = await browser.open(`/cards/${name}/${encodeURIComponent(shown.get(name) ?? "")}`);
      opened.push(`card ${name}: ${status}`);
    }
    await club.db.deleteFrom("operator_sessions").where("operator_id", "=", id).execute();
    await club.db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await trx.deleteFrom("audit_log").where("operator_id", "=", id).execute();
      await trx.deleteFrom("operators").where("id", "=", id).execute();
    });
    tell([...menu, "", ...opened]);
  });
});

type ActFields = (typeof acts)[number]["fields"];

/** Each field as its label leads to it: what is typed into texts and secrets is nothing that any rule would take. */
function wrongFields(fields: ActFields): Record<string, Typed> {
  const typed = Object.entries(fields).filter(([, { control }]) => !["flag", "choice", "file"].includes(control));
  return Object.fromEntries(typed.map(([name]) => [name, WRONG]));
}

function typedFields(input: NonNullable<ReturnType<SampleInputs["get"]>>): Record<string, Typed> {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]): [string, Typed] => {
      if (typeof value === "string" || typeof value === "boolean") return [name, value];
      if (Array.isArray(value)) return [name, value.join("\n")];
      return [name, new File([new Uint8Array(value.content)], value.name, { type: value.contentType })];
    }),
  );
}

const countRows = ({ document }: Page) => document.querySelectorAll("tbody tr").length;

/** What stands in the fields of a page, and what is said of them. */
const describeKept = (page: Page) =>
  [...page.document.querySelectorAll("main")]
    .flatMap((main) => [...main.querySelectorAll("[role=alert], .field-error, .hint, input, select, textarea")])
    .flatMap(outline)
    .map((line) => (line.startsWith("select ") ? line.replace(/ = .*$/, nameChosen) : line))
    .concat(describeNext(page));

/** Which of the choices of a list is chosen. */
const nameChosen = (choices: string) => ` =${/ \*[^|]*/.exec(choices)?.[0].trimEnd() ?? ""}`;

const describeNext = ({ document }: Page) => [...document.querySelectorAll("a[rel=next]")].flatMap(outline);

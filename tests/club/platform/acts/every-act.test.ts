import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCommand } from "../../../../club/operators/cli/run";
import { acts, cards, findAct, lists } from "../../../../club/operators/operator-parts";
import type { Act } from "../../../../club/platform/acts/act";
import {
  checkAct,
  confirmActRequest,
  decideActRequest,
  readActRequest,
} from "../../../../club/platform/acts/act-requests";
import { carryOut, previewAct } from "../../../../club/platform/acts/carry-out";
import type { ActFile, Field } from "../../../../club/platform/acts/field";
import type { Operator } from "../../../../club/platform/acts/operator";
import { runAct } from "../../../../club/platform/acts/run-act";
import { tryOut } from "../../../../club/platform/db/try-out";
import {
  checkAct as checkCall,
  confirmAct,
  decideAct,
  downloadActFile,
  readCard,
  readList,
  readRequest,
} from "../../../../contract/operator/calls";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addTestOperator, type TestOperator } from "../../../setup/operators";
import { ROW_COUNT, readTables } from "../../../setup/table-contents";
import { addOperator } from "./add-operator";
import { inputOfCall } from "./call-input";
import { addFailedJob } from "./message-samples";
import { samples } from "./samples";

let club: TestClub;
let owner: Operator;
/** Who agrees to what one operator isn't enough for. */
let second: Operator;
/** Another owner, who has a session of the operators' API. */
let client: TestOperator;
let secondClient: TestOperator;
let folder: string;
/** Acts for which one operator is never enough, not even at the command line. */
const alwaysSecond = new Set(["reopen-order"]);

beforeAll(async () => {
  club = await openTestClub({ settings: { secondOperatorPoints: 1_000_000 }, work: false });
  owner = await addOperator(club, "owner");
  second = await addOperator(club, "second");
  client = await addTestOperator(club, ["owner"], "client");
  secondClient = await addTestOperator(club, ["owner"], "second-client");
  folder = await mkdtemp(path.join(tmpdir(), "club-acts-"));
});

afterAll(async () => {
  await club.close();
  await rm(folder, { recursive: true, force: true });
});

describe("every act through its doors", () => {
  test("architecture: every act has a sample input, and each sample an act", () => {
    expect(Object.keys(samples).sort()).toEqual(acts.map(({ name }) => name).sort());
  });

  test("architecture: names, titles and fields of the acts are complete and unique", () => {
    expect(new Set(acts.map(({ name }) => name)).size).toBe(acts.length);
    for (const act of acts) {
      expect(act.name).toMatch(/^[a-z]+(-[a-z]+)+$/);
      expect(act.title).toMatch(/^[А-ЯЁ]/);
      expect(act.summary).toMatch(/^[A-Z].*\.$/);
      for (const [name, field] of Object.entries(act.fields)) {
        expect(name).toMatch(/^[a-z][a-z_]*$/);
        if (field.control === "file") expect(["file", "picture"]).toContain(name);
      }
    }
  });

  describe.each(acts.map((act) => [act.name, act] as const))("%s", (_name, act) => {
    test("architecture: a preview shows what the act does and changes nothing", async () => {
      const input = await sample(act);
      const before = await countRows();
      const preview = await previewAct(club.club.services, owner, act, input);
      expect(await countRows()).toEqual(before);
      expect(preview.lines.length).toBeGreaterThan(0);
      const checked = await checkAct(club.club.services, owner, act, input);
      expect(checked.outcome.lines).toEqual(preview.lines);
      expect(checked.outcome.points).toBe(preview.points);
      const yes = { seen: checked.seen, requestId: "request-1" };
      const { services } = club.club;
      if (isShared(act)) {
        expect((await confirmActRequest(services, owner, findAct, checked.id, yes)).state).toBe("waiting");
        expect(await countRows()).toMatchObject({ audit_log: before.audit_log });
        // The second operator reads the same.
        expect((await readActRequest(services, second, findAct, checked.id)).seen).toBe(checked.seen);
      }
      const confirm = () =>
        isShared(act)
          ? decideActRequest(services, second, findAct, checked.id, { yes, reason: "" })
          : confirmActRequest(services, owner, findAct, checked.id, yes);
      const done = await confirm();
      expect(done.state).toBe("done");
      expect(done.outcome.lines).toEqual(preview.lines);
      expect(done.outcome.table).toEqual(preview.table);
      const [row] = await readAudit(act);
      expect(row).toMatchObject({ actor: "owner", operator_id: owner.kind === "operator" ? owner.id : 0 });
      expect(row?.request_id).toBe("request-1");
      // The second press of a double click.
      expect(JSON.parse(JSON.stringify(await confirm()))).toEqual(JSON.parse(JSON.stringify(done)));
      expect(await readAudit(act)).toHaveLength(1);
    });

    test("architecture: the command line does the same, with --dry-run and --json", async () => {
      const argv = await commandLine(act, await sample(act));
      const rowsBefore = await countRows();
      const preview = await run(...argv, "--dry-run", "--json");
      expect(preview.errors).toEqual([]);
      expect(await countRows()).toEqual(rowsBefore);
      const done = await run(...argv, "--json", "--out", path.join(folder, `${act.name}-${Date.now()}`));
      expect(done.errors).toEqual([]);
      expect(done.code).toBe(0);
      const { state, lines, request_id: waiting } = JSON.parse(done.out.at(-1) ?? "");
      expect(state).toBe(alwaysSecond.has(act.name) ? "waiting" : "done");
      expect(lines).toEqual(JSON.parse(preview.out.at(-1) ?? "").lines);
      if (waiting) await agree(waiting);
      const rows = await readAudit(act);
      expect(rows[0]?.actor).toMatch(/^shell:/);
      expect(rows[0]?.operator_id).toBeNull();
    });

    test("architecture: the operators' API does the same, asks for a fresh code and keeps others out", async () => {
      const input = await sample(act);
      const call = inputOfCall(act, input);
      const nobody = await addTestOperator(club, []);
      expect((await nobody.call(checkCall, ...call)).status).toBe(403);
      expect((await client.call(checkCall, call[0], { ...call[1], token: "unknown" })).status).toBe(401);
      const checked = await client.ask(checkCall, ...call);
      expect(checked).toMatchObject({ state: "checked", needs_code: false, may_decide: false });
      const request = { requestId: checked.request_id, seen: checked.seen };
      expect((await nobody.call(confirmAct, request)).status).toBe(404);
      if (act.needsCode) {
        await makeCodeOld();
        const refused = await client.call(confirmAct, request);
        expect(refused.refusal?.fields.code).toContain("свежего кода");
      }
      const code = act.needsCode ? client.code() : "";
      const confirm = () =>
        isShared(act)
          ? secondClient.ask(decideAct, { ...request, decision: "yes", reason: "" })
          : client.ask(confirmAct, { ...request, ...(code && { code }) });
      if (isShared(act)) {
        const asked = await client.ask(confirmAct, { ...request, ...(code && { code }) });
        expect(asked).toMatchObject({ state: "waiting", why_second_operator: [expect.any(String)] });
        expect((await secondClient.ask(readRequest, { requestId: request.requestId })).may_decide).toBe(true);
      }
      const done = await confirm();
      expect(done.state).toBe("done");
      expect(done.outcome.lines).toEqual(checked.outcome.lines);
      // The second press of a double click, with the code that is used up.
      expect(await confirm()).toEqual(done);
      const [row, ...earlier] = await readAudit(act);
      expect(earlier.filter(({ actor }) => actor === "client")).toEqual([]);
      expect(row).toMatchObject({ actor: "client", operator_id: client.id });
      if (done.has_file)
        expect((await client.call(downloadActFile, { requestId: request.requestId })).status).toBe(200);
    });

    test("architecture: what it brings about is no more than it declares", async () => {
      const input = await sample(act);
      const changed = await whatChanges(act, input);
      expect(changed.filter((what) => !MAY_CHANGE[act.gives].includes(what) && !EXCUSED[act.name]?.[what])).toEqual([]);
    });

    test("architecture: an operator without the role may not", async () => {
      const nobody: Operator = { kind: "operator", id: 0, login: "nobody", fullName: "", roles: [] };
      await expect(previewAct(club.club.services, nobody, act, {})).rejects.toMatchObject({ status: 403 });
    });
  });
});

const UNNAMED = /^Пустые поля ничего не меняют/;

describe("acts that change only what is filled in", () => {
  const partial = acts
    .filter(({ explanation = "" }) => UNNAMED.test(explanation))
    .map((act) => [act.name, act] as const);

  test("architecture: there are such acts", () => {
    expect(partial.map(([name]) => name)).toEqual(
      expect.arrayContaining(["change-prize", "change-promotion", "change-question", "set-links"]),
    );
  });

  test.each(partial)("architecture: %s is refused when nothing is filled in", async (_name, act) => {
    const filled = Object.entries(await sample(act)).filter(([name]) => act.fields[name]?.isPositional);
    const nothing = Object.fromEntries(filled);
    await expect(previewAct(club.club.services, owner, act, nothing)).rejects.toMatchObject({
      entries: [{ error_display_message: "Заполните хотя бы одно поле." }],
    });
  });

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  const FILLED: Partial<Record<Field<unknown>["control"], string | ActFile>> = {
    text: "Другое имя",
    multiline: "Другой текст",
    number: "7",
    date: "2026-12-01",
    file: { name: "other.svg", contentType: "image/svg+xml", content: svg },
  };

  test.each([
    ["change-prize", "prizes"],
    ["change-promotion", "promotions"],
    ["change-question", "questions"],
  ])("architecture: %s changes what is filled in, and nothing else", async (name, table) => {
    const act = findAct(name);
    const [key = ""] = Object.keys(act.fields);
    const id = String((await sample(act))[key]);
    const read = async () => {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)} where id = ${id}`.execute(
        club.db,
      );
      return rows[0] ?? {};
    };
    const changed: string[][] = [];
    for (const [field, { control }] of Object.entries(act.fields).slice(1)) {
      const before = await read();
      const input = { [key]: id, [field]: FILLED[control] ?? "" };
      await runAct(club.club.services, { kind: "shell", user: "root" }, act, input);
      const after = await read();
      changed.push(Object.keys(after).filter((column) => String(after[column]) !== String(before[column])));
    }
    expect(changed.map((columns) => columns.length)).toEqual(changed.map(() => 1));
    expect(new Set(changed.flat()).size).toBe(changed.length);
  });
});

/** The id of a card that a list leads to, by the card's name. */
const shownCards = new Map<string, string>();
/** Cards to which no list leads here: a company's is linked from its owner's, and no job is left in trouble. */
const findUnlisted: Record<string, () => Promise<string>> = {
  company: async () => String((await club.db.selectFrom("companies").select("id").executeTakeFirstOrThrow()).id),
  job: () => addFailedJob(club),
};

describe("every list and card through the operators' API", () => {
  test.each(lists.map((list) => [list.name, list] as const))("architecture: list %s", async (listName, list) => {
    const page = await client.ask(readList, { listName });
    expect(page.title).toBe(list.title);
    for (const { cells } of page.table.rows) {
      expect(cells).toHaveLength(list.columns.length);
      // A day is written as in Russia.
      for (const cell of cells) expect(cell).not.toMatch(/\b\d{4}-\d{2}-\d{2}\b/);
    }
    for (const { link } of page.table.rows) if (link && "card" in link) shownCards.set(link.card, link.id);
    // Typed by hand into the address.
    for (const afterKey of ["буквы", "99999999999"]) {
      const { status, refusal } = await client.call(readList, { listName, afterKey });
      if (listName === "articles") expect(status).toBe(200);
      else expect([status, refusal?.fields.afterKey]).toEqual([422, expect.stringContaining("Такой страницы")]);
    }
    const nobody = await addTestOperator(club, []);
    expect((await nobody.call(readList, { listName })).status).toBe(403);
  });

  test.each(cards.map((card) => [card.name, card] as const))("architecture: card %s", async (cardName) => {
    const cardId = (await findUnlisted[cardName]?.()) ?? shownCards.get(cardName) ?? "";
    expect((await client.call(readCard, { cardName, cardId })).status).toBe(200);
    expect((await client.call(readCard, { cardName, cardId: "0" })).status).toBe(404);
    expect((await client.call(readCard, { cardName, cardId: "no such id" })).status).toBe(404);
    const nobody = await addTestOperator(club, []);
    expect((await nobody.call(readCard, { cardName, cardId: "1" })).status).toBe(403);
  });

  test("architecture: of a list, a card or an act that isn't there it is said so", async () => {
    const replies = [
      await client.call(readList, { listName: "nothings" }),
      await client.call(readCard, { cardName: "nothing", cardId: "1" }),
      await client.call(checkCall, { actName: "do-nothing" }),
    ];
    expect(replies.map(({ status, refusal }) => [status, refusal?.message])).toEqual([
      [404, "Такого списка нет."],
      [404, "Такой карточки нет."],
      [404, "Такого действия нет."],
    ]);
  });
});

/** Whether a second operator has to agree to it, however few points it moves. */
function isShared({ name, gives }: Act): boolean {
  return gives === "power" || gives === "access" || alwaysSecond.has(name);
}

/** What makes points, changes their worth, or decides who earns and who logs in, as one text each. */
const WORTH = {
  points: sql`(
    select concat_ws(' ', (select sum(amount) from ledger_entries where amount > 0 and reason <> 'refund'),
      (select sum(amount) from pending_credits), (select sum(points) from promo_codes), (select sum(budget) from promotions),
      (select count(*) from report_files where approved_at is not null))
  )`,
  value: sql`(
    select concat_ws(' ', (select count(*) from article_rates), (select string_agg(price::text, ' ' order by id) from prizes),
      (select string_agg(concat_ws(' ', id, bonus_points, bonus_factor), ';' order by id) from promotions
        where num_nonnulls(bonus_points, bonus_factor) > 0))
  )`,
  power: sql`(
    select concat_ws(' ', (
      select string_agg(concat_ws(' ', id, role, is_system, curator_id, manager_id, phone, email, distributor_confirmed_at), ';' order by id)
      from users
    ), (select string_agg(concat_ws(' ', id, owner_id), ';' order by id) from companies))
  )`,
  access: sql`(
    select concat_ws(' ', (
      select string_agg(concat_ws(' ', id, login, roles::text, is_disabled, password_hash, totp_secret_sealed), ';' order by id) from operators
    ), (select count(*) from redirect_tokens), (select count(*) from password_resets),
      (select string_agg(concat_ws(' ', id, password_hash, orders_wait_until), ';' order by id) from users))
  )`,
} as const;

/** What an act may change by what it declares. */
const MAY_CHANGE: Readonly<Record<Act["gives"], readonly string[]>> = {
  nothing: [],
  points: ["points"],
  value: ["value"],
  power: ["power", "access"],
  access: ["access"],
};

/** Acts that change more, with the reason why it is no gift. */
const EXCUSED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "set-promotion-bonus": { value: "what it can add is its budget, which counts as points" },
  "merge-people": { power: "of two accounts of one role one ends", access: "links end" },
  "erase-person": { power: "the person is gone", access: "log-ins end" },
  "disable-person": { access: "links end" },
  "log-out-person": { access: "links end" },
  "disable-operator": { access: "a log-in ends" },
};

/** Carries the act out with every consent, compares what it is about before and after, and rolls it back. */
async function whatChanges(act: Act, input: Awaited<ReturnType<typeof sample>>): Promise<string[]> {
  return tryOut(club.club.services.db, async (trx) => {
    const read = async () => {
      const { rows } = await sql<Record<string, string>>`
        select ${sql.join(Object.entries(WORTH).map(([name, value]) => sql`md5(${value}::text) as ${sql.ref(name)}`))}
      `.execute(trx);
      return rows[0] ?? {};
    };
    const before = await read();
    await carryOut(trx, club.club.services, owner, act, input, { approvedBy: "second" });
    const after = await read();
    return Object.keys(WORTH).filter((name) => before[name] !== after[name]);
  });
}

/** An act asks for a code again, and the app's next code is a new one. */
async function makeCodeOld(): Promise<void> {
  const tenMinutesAgo = new Date(club.clock.now().getTime() - 10 * 60 * 1000);
  await club.db
    .updateTable("operator_sessions")
    .set({ code_confirmed_at: tenMinutesAgo })
    .where("operator_id", "=", client.id)
    .execute();
  await club.db.updateTable("operators").set({ totp_last_step: 0 }).where("id", "=", client.id).execute();
}

/** The second operator's yes to a waiting act. */
async function agree(id: string) {
  const { seen } = await readActRequest(club.club.services, second, findAct, id);
  return decideActRequest(club.club.services, second, findAct, id, { yes: { seen }, reason: "" });
}

async function sample(act: Act) {
  const make = samples[act.name];
  if (!make) throw new Error(`There is no sample for ${act.name}`);
  return make(club);
}

/** How many rows each table has, without the checks themselves. */
const countRows = () => readTables(club.db, ROW_COUNT, ["act_requests"]);

/** The audit log's rows of an act, the newest first. */
function readAudit(act: Act) {
  return club.db.selectFrom("audit_log").selectAll().where("act", "=", act.name).orderBy("id", "desc").execute();
}

async function commandLine(act: Act, input: Awaited<ReturnType<typeof sample>>): Promise<string[]> {
  const argv = [act.name];
  for (const [name, field] of Object.entries(act.fields)) {
    const value = input[name];
    if (value === undefined || value === false) continue;
    const option = `--${name.replaceAll("_", "-")}`;
    if (field.control === "flag") argv.push(option);
    else if (typeof value === "object" && "content" in value) argv.push(option, await saveFile(value));
    else if (Array.isArray(value)) argv.push(...value.flatMap((line) => [option, line]));
    else if (field.isPositional) argv.push(String(value));
    else argv.push(option, String(value));
  }
  return argv;
}

async function saveFile(file: ActFile): Promise<string> {
  const target = path.join(folder, file.name);
  await writeFile(target, file.content);
  return target;
}

async function run(...argv: string[]) {
  const out: string[] = [];
  const errors: string[] = [];
  const environment = { ...process.env, ...club.environment, SECOND_OPERATOR_POINTS: "1000000" };
  const output = { print: (line: string) => out.push(line), printError: (line: string) => errors.push(line) };
  return { code: await runCommand(argv, output, environment), out, errors };
}

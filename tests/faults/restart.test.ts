import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { login } from "../../contract/accounts";
import type { CallDescriptor, CallInput, CallReply } from "../../contract/call";
import { downloadReport, importReport, listReports } from "../../contract/deals";
import { importInvites, importStatus, listInvites } from "../../contract/invites";
import { exchangePrize, listMobileOperators, listPrizes } from "../../contract/prizes";
import { makeInviteCsv } from "../files/invite-files";
import { HEADERS } from "../files/report-files";
import { DEMO_PASSWORD } from "../setup/club";
import { type CallOptions, makeCall } from "../setup/club-call";
import {
  buildClub,
  type ClubProcess,
  type ClubPrograms,
  createDataDir,
  killProcess,
  readPostmaster,
} from "./club-process";

const ROWS = 1_500;
const INVITES = 1_000;
const UNITS = 8;
/** Long enough for a busy machine. */
const LIMIT_MS = 180_000;

let dataDir: Awaited<ReturnType<typeof createDataDir>>;
let programs: Awaited<ReturnType<typeof createDataDir>>;
let startClub: ClubPrograms["startClub"];
let runClubCommand: ClubPrograms["runClubCommand"];
let club: ClubProcess;
beforeAll(async () => {
  [dataDir, programs] = await Promise.all([createDataDir(), createDataDir()]);
  ({ startClub, runClubCommand } = await buildClub(programs.path));
  club = await startClub(dataDir.path);
}, LIMIT_MS);
afterAll(async () => {
  await killProcess(club);
  await dataDir.remove();
  await programs.remove();
}, LIMIT_MS);

async function ask<D extends CallDescriptor>(descriptor: D, input: CallInput<D>, options?: CallOptions) {
  const { result, refusal } = await makeCall(fetch, club.origin, descriptor, input, options);
  if (refusal) throw new Error(`${descriptor.path}: ${refusal.message}`);
  return result as CallReply<D>;
}

async function logIn(phone: string): Promise<string> {
  return (await ask(login, { login: phone, password: DEMO_PASSWORD })).access_token;
}

/** A report about the demo's people in which every row is another sale. */
function makeReport(): File {
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const day = new Date(Date.UTC(2024, 0, 1) + (index % 300) * 86_400_000).toISOString().slice(0, 10);
    return [day, "79000000002", "Магазин", "5000200016", article, "Товар", 1 + Math.floor(index / 300)].join(";");
  });
  const text = [Object.values(HEADERS).join(";"), ...rows].join("\r\n");
  return new File([`\ufeff${text}`], "отчёт.csv", { type: "text/csv" });
}
let article = "";

async function waitUntil<T>(check: () => Promise<T | undefined | false>, limitMs = 120_000): Promise<T> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const found = await check().catch(() => undefined);
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`It did not happen within ${limitMs} ms\n${club.output()}`);
    await delay(50);
  }
}

test(
  "§1.3 §1.4 §4.18 a kill -9 in the midst of a report, a list of invitations and orders loses and doubles nothing",
  async () => {
    const [curator, member] = await Promise.all([logIn("79000000001"), logIn("79000000003")]);
    const [prizes, [operator]] = await Promise.all([
      ask(listPrizes, {}, { token: member }),
      ask(listMobileOperators, {}, { token: member }),
    ]);
    const prize = prizes.items.find(({ name }) => name.replace(/\u00a0/g, " ") === "Пополнение телефона на 100 ₽");
    const balance = async () =>
      Number(/Balance: (-?\d+)/.exec(await runClubCommand(dataDir.path, "ledger", "79000000003"))?.[1]);
    const ledger = await runClubCommand(dataDir.path, "ledger", "79000000003");
    const countSpent = (text: string) => text.match(/ exchange exchange:/g)?.length ?? 0;
    article = await readArticle(curator);
    const lines = Array.from(
      { length: INVITES },
      (_, index) => [`kill-${index}@example.com`, "Иванов", "Иван", "Иванович", "Ритейл"] as const,
    );

    await ask(importReport, {}, { token: curator, files: { file: makeReport() } });
    const invites = await ask(importInvites, {}, { token: curator, files: { file: makeInviteCsv(lines) } });
    const order = (unit: number) =>
      ask(
        exchangePrize,
        {
          prize_id: prize?.id ?? "",
          selected_additional_fields: ["79000000003", operator?.id ?? ""],
          basket_uuid: "kill",
        },
        { token: member, idempotencyKey: `kill-${unit}` },
      );
    const orders = Array.from({ length: UNITS }, (_, unit) => order(unit).catch(() => undefined));
    await Promise.race(orders);
    await killProcess(club);
    await Promise.all(orders);

    club = await startClub(dataDir.path);
    for (let unit = 0; unit < UNITS; unit++) await order(unit);
    const report = await waitUntil(async () => {
      const { items } = await ask(listReports, { page: 1, per_page: 10 }, { token: curator });
      const found = items.find(({ file_name }) => file_name === "отчёт.csv");
      return found?.status === "done" && found;
    });
    expect([report.processed, report.total, report.errors.length]).toEqual([ROWS, ROWS, 0]);
    await waitUntil(
      async () => (await ask(importStatus, { id: invites.task_id }, { token: curator })).status === "done",
    );
    expect(await countInvites(curator)).toBe(INVITES);
    const after = await runClubCommand(dataDir.path, "ledger", "79000000003");
    expect(countSpent(after) - countSpent(ledger)).toBe(UNITS);
    expect(after.match(/\.24: /g)).toHaveLength(ROWS);
    expect(await balance()).toBeGreaterThan(0);
    expect(await runClubCommand(dataDir.path, "verify-ledger")).toBe("The ledger holds.");
  },
  LIMIT_MS,
);

test(
  "architecture: the running club recovers by itself from a kill -9 of its PostgreSQL, with everything committed",
  async () => {
    process.kill(await readPostmaster(dataDir.path), "SIGKILL");
    const token = await waitUntil(() => logIn("79000000003"));
    expect(token).toBeTruthy();
    // Background jobs continue too.
    const curator = await logIn("79000000001");
    const list = makeInviteCsv([["kill-later@example.com", "Иванов", "Иван", "Иванович", "Ритейл"]]);
    await ask(importInvites, {}, { token: curator, files: { file: list } });
    await waitUntil(async () => (await countInvites(curator)) === INVITES + 1);
    expect(await runClubCommand(dataDir.path, "verify-ledger")).toBe("The ledger holds.");
  },
  LIMIT_MS,
);

test(
  "architecture: a second start on the same data folder is refused and disturbs nothing",
  async () => {
    const refusal = await startClub(dataDir.path).then(
      async (second) => killProcess(second).then(() => "it started"),
      (error: Error) => error.message,
    );
    expect(refusal).toMatch(/is in use by another running portal/);
    expect(await logIn("79000000003")).toBeTruthy();
  },
  LIMIT_MS,
);

async function countInvites(token: string): Promise<number> {
  return (await ask(listInvites, { page: 1, per_page: 1, search: "kill-" }, { token })).total;
}

/** The code of an article in the demo's reports. */
async function readArticle(token: string): Promise<string> {
  const id = (await ask(listReports, { page: 1, per_page: 1 }, { token })).items[0]?.id ?? "";
  const { body } = await makeCall(fetch, club.origin, downloadReport, { id }, { token });
  return body.toString("utf8").split("\r\n")[1]?.split(";")[4] ?? "";
}

import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runCommand } from "../../../../club/operators/cli/run";
import { openTestClub, type TestClub } from "../../../setup/club";

let club: TestClub;

beforeAll(async () => {
  // Without jobs, the queue keeps what the command has put there.
  club = await openTestClub({ work: false, settings: { publicOrigin: "http://127.0.0.1:4567" } });
});
afterAll(() => club.close());

it("§1.2 the mail of a command leads to the portal that runs, and waits in its queue, not for the next minute", async () => {
  const name = ["--last-name", "Зуев", "--first-name", "Глеб"];
  const contact = [
    "--phone",
    "8 900 111-22-55",
    "--email",
    "zuev@example.org",
    "--company",
    "Ось",
    "--inn",
    "5000300099",
  ];
  const errors: string[] = [];
  const output = { print: () => undefined, printError: (line: string) => errors.push(line) };
  expect([await runCommand(["add-curator", ...name, ...contact], output, club.environment), errors]).toEqual([0, []]);
  const mail = await club.db
    .selectFrom("outbox")
    .select("text")
    .where("recipient", "=", "zuev@example.org")
    .executeTakeFirstOrThrow();
  expect(mail.text).toContain("http://127.0.0.1:4567/?check_word=");
  const { rows } = await sql<{ name: string }>`select name from pgboss.job where state = 'created'`.execute(club.db);
  expect(rows).toContainEqual({ name: "outbox-email" });

  // PUBLIC_ORIGIN of the command itself goes first.
  const environment = { ...club.environment, PUBLIC_ORIGIN: "http://localhost:4568" };
  const other = [
    "--phone",
    "8 900 111-22-66",
    "--email",
    "zueva@example.org",
    "--company",
    "Вал",
    "--inn",
    "7700300010",
  ];
  expect([await runCommand(["add-curator", ...name, ...other], output, environment), errors]).toEqual([0, []]);
  const second = await club.db
    .selectFrom("outbox")
    .select("text")
    .where("recipient", "=", "zueva@example.org")
    .executeTakeFirstOrThrow();
  expect(second.text).toContain("http://localhost:4568/?check_word=");
});

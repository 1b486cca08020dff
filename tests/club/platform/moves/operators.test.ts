import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dataMoves, dataMovesJob } from "../../../../club/data-moves";
import { createMetrics } from "../../../../server/metrics";
import { openTestClub, type TestClub } from "../../../setup/club";
import { readList } from "../../operators";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub();
});
afterAll(() => club.close());

test("architecture: a club runs its moves by itself, and operators and metrics see when they have ended", async () => {
  const stored = { name: "Кто-то", email: "anna@xn--80a1acny.xn--p1ai", message: "…" };
  await club.db.insertInto("feedback").values(stored).execute();
  await club.club.services.jobs.send(dataMovesJob, {});
  const readEnds = async () => (await club.club.readFigures()).moves.map(({ ended_at }) => ended_at instanceof Date);
  await expect.poll(readEnds).toEqual(dataMoves.map(() => true));
  const { rows } = await readList(club, "data-moves");
  expect(rows.map(({ cells }) => cells.slice(0, 2))).toEqual([["mailbox-spellings", "1"]]);

  const metrics = createMetrics();
  metrics.watchClub(club.club);
  const server = await metrics.listen(0, "127.0.0.1", (_req, _res, next) => next());
  const page = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`);
  const lines = await page.text();
  server.close();
  expect(lines).toContain('club_data_move_rows{move="mailbox-spellings"} 1\n');
  expect(lines).toContain('club_data_move_ended{move="mailbox-spellings"} 1\n');
});

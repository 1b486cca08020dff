import { afterAll, beforeAll, expect, test } from "vitest";
import { profile } from "../../../contract/accounts";
import { type FaultyUpstream, openFaultyUpstream } from "../../faults/faulty-upstream";
import { openTestClub, type TestClub } from "../../setup/club";
import { findPrize, phones } from "../../setup/demo";
import { openRecordingUpstream } from "../../setup/recording-upstream";
import { environmentFor, readReport, runCheck } from "./run-check";

let club: TestClub;
/** The club behind a proxy that doesn't pass the key on: an upstream that has never heard of keys. */
let keyless: FaultyUpstream;

beforeAll(async () => {
  club = await openTestClub({ seed: true, settings: { documentsLimit: 1_000_000 } });
  keyless = await openFaultyUpstream(club.origin, "Idempotency-Key");
});
afterAll(async () => {
  await keyless?.close();
  await club?.close();
});

async function readBalance(phone: string): Promise<number> {
  return (await club.ask(profile, {}, { token: await club.logIn(phone) })).points.points ?? Number.NaN;
}

const order = ["--write", "--order", "cheapest"];

test("§4.18 §7.1 an upstream that honours the key spends one unit for two orders, and the setting is on", async () => {
  const before = await readBalance(phones.member);
  const { code, report } = await readReport(club.origin, environmentFor("tadam", "member"), order);
  expect(code).toBe(0);
  expect(report.keys).toMatchObject({ verdict: "honoured", setting: "on", as: "member", sent: 2 });
  expect(report.keys.spentPoints).toBe(before - (await readBalance(phones.member)));
  expect(report.keys.spentPoints).toBeGreaterThan(0);
});

test("§4.18 §7.1 an upstream that ignores the key orders twice: the report says so, with what it cost, and breaks nothing", async () => {
  const before = await readBalance(phones.manager);
  const { code, text } = await runCheck(["--url", keyless.origin, ...order], environmentFor("manager", "member"));
  const spent = before - (await readBalance(phones.manager));
  expect(code).toBe(0);
  expect(text).toContain("ignored: The same key ordered twice.");
  expect(text).toContain(`UPSTREAM_IDEMPOTENCY=off; exchanges sent: 2, points spent: ${spent}`);
});

test("§4.18 §7.1 a repeated order that is refused isn't taken for an honoured key", async () => {
  const upstream = await openRecordingUpstream(club.origin);
  let exchanges = 0;
  upstream.changeReplies((path) => {
    if (path !== "prize/exchange" || ++exchanges === 1) return undefined;
    return { success: false, errors: [{ error_display_message: "Такой заказ уже есть." }] };
  });
  const { report } = await readReport(upstream.origin, environmentFor("member"), order);
  expect([report.keys.verdict, report.keys.setting]).toEqual(["unclear", "off"]);
  expect(report.keys.detail).toContain("refused");
  await upstream.close();
});

test("§3.7 §3.8 §7.1 a prize is ordered by its id as the portal orders it, with size and pickup point", async () => {
  const upstream = await openRecordingUpstream(club.origin);
  const prize = await findPrize(club, "Футболка");
  const args = ["--write", "--order", prize];
  const { report } = await readReport(upstream.origin, environmentFor("member"), args);
  expect(report.keys.verdict).toBe("honoured");
  const exchanges = upstream.requests.filter(({ path }) => path === "/api/prize/exchange");
  expect(new Set(exchanges.map(({ headers }) => headers.get("Idempotency-Key"))).size).toBe(1);
  expect(exchanges.map(({ body }) => body)).toEqual([exchanges[0]?.body, exchanges[0]?.body]);
  expect(exchanges[0]?.body).toMatchObject({
    prize_id: Number(prize),
    face: 0,
    selected_additional_fields: ["", "", expect.stringMatching(/^[SMLX]+$/)],
    delivery_city: "Москва",
    delivery_house: "",
    cdek_pvz_code: expect.stringMatching(/./),
  });
  await upstream.close();
});

test("§4.18 §7.1 nothing is ordered without --write, and without --order the check says how to ask", async () => {
  const { code, errors } = await runCheck(["--url", club.origin, "--order", "cheapest"], environmentFor("member"));
  expect([code, errors]).toEqual([2, expect.stringContaining("--order spends points and needs --write")]);
  const upstream = await openRecordingUpstream(club.origin);
  const { report } = await readReport(upstream.origin, environmentFor("member"), ["--write"]);
  expect(report.keys).toMatchObject({ verdict: "not-asked", setting: "off", sent: 0, spentPoints: 0 });
  expect(upstream.requests.filter(({ path }) => path === "/api/prize/exchange")).toEqual([]);
  await upstream.close();
});

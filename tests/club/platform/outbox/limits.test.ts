import { afterAll, beforeAll, expect, test } from "vitest";
import { formatWait } from "../../../../club/platform/http/format-wait";
import { limitRate, uncountRate } from "../../../../club/platform/http/limits";
import { RefusalError } from "../../../../club/platform/http/refusal-error";
import {
  login,
  loginByRedirect,
  restorePassword,
  sendPhoneCode,
  sendRestoreLink,
  unsubscribe,
} from "../../../../contract/accounts";
import { openTestClub, type TestClub } from "../../../setup/club";
import { setCountedCalls } from "../../../setup/counted-calls";
import { freshPhone, PASSWORD } from "../../club-people";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub({ work: false });
});
afterAll(() => club.close());

test("§6.4 of many calls at once exactly the allowed number passes; the next window begins anew", async () => {
  const limit = { max: 7, seconds: 60, message: "Довольно." };
  const tryOnce = () => limitRate(club.db, club.club.services, "key", limit).catch((error: unknown) => error);
  const outcomes = await Promise.all(Array.from({ length: 25 }, tryOnce));
  const refusals = outcomes.filter((outcome) => outcome instanceof RefusalError);
  expect(refusals).toHaveLength(18);
  expect(refusals[0]).toMatchObject({ status: 429, retryAfter: expect.any(Number) });
  expect(refusals[0]?.entries[0]?.error_display_message).toMatch(/^Довольно\. Попробуйте ещё раз через \d+ секунд/);
  club.clock.advance(60_000);
  expect(await tryOnce()).toBeUndefined();
});

test("§6.4 the window runs from the first call, and what is taken back makes no room for more than the limit", async () => {
  const { services } = club.club;
  const limit = { max: 2, seconds: 60 };
  const tryOnce = () =>
    limitRate(club.db, services, "window", limit).then(
      () => 200,
      ({ status }: RefusalError) => status,
    );
  expect([await tryOnce(), await tryOnce()]).toEqual([200, 200]);
  club.clock.advance(50_000);
  expect(await tryOnce()).toBe(429);
  club.clock.advance(11_000);
  expect(await tryOnce()).toBe(200);
  for (let times = 0; times < 3; times++) await uncountRate(club.db, "window");
  expect([await tryOnce(), await tryOnce(), await tryOnce()]).toEqual([200, 200, 429]);
});

test("§4.10 the wait that is told lasts until the window ends, to the second, and then the call passes", async () => {
  const begin = new Date("2026-11-25T09:00:00.000Z").getTime();
  const { services } = club.club;
  const tryAt = (ms: number) => {
    club.clock.stop(new Date(begin + ms));
    return limitRate(club.db, services, "to-the-second", { max: 1, seconds: 60 }).then(
      () => "passed",
      ({ retryAfter }: RefusalError) => retryAfter,
    );
  };
  const outcomes = [];
  for (const ms of [0, 100, 30_000, 58_900, 59_999, 60_000]) outcomes.push(await tryAt(ms));
  club.clock.set(new Date(begin + 120_000));
  expect(outcomes).toEqual(["passed", 60, 30, 2, 1, "passed"]);
});

test.each([
  ["login", 100, 15, () => club.call(login, { login: freshPhone(), password: PASSWORD }, from)],
  ["login-redirect", 100, 15, () => club.call(loginByRedirect, { token: "no-such-token" }, from)],
  ["restore-link", 60, 60, () => club.call(sendRestoreLink, { login: freshPhone() }, from)],
  ["restore-password", 60, 60, () => club.call(restorePassword, NO_LINK, from)],
  ["phone-confirm", 150, 60, () => club.call(sendPhoneCode, { phone: freshPhone(), code: "1234" }, from)],
  ["unsubscribe", 60, 60, () => club.call(unsubscribe, { id: "1", hash: "no-such-secret" }, from)],
] as const)(
  "§6.4 §8.10 one address makes as many calls «%s» as are allowed: %i in %i minutes",
  async (name, max, minutes, ask) => {
    expect((await ask()).status).not.toBe(429);
    const key = `${name}:address:${from.address}`;
    await setCountedCalls(club, key, max - 1);
    expect([(await ask()).status === 429, (await ask()).status]).toEqual([false, 429]);
    club.clock.advance((minutes - 1) * 60_000);
    expect((await ask()).status).toBe(429);
    club.clock.advance(61_000);
    expect((await ask()).status).not.toBe(429);
  },
);

const from = { address: "203.0.113.77" };
const NO_LINK = { check_word: "no-such-word", email: "nobody@example.com", new_password: "шестерня-и-вал" };

test.each([
  [1, "1 секунду"],
  [42, "42 секунды"],
  [60, "60 секунд"],
  [89, "89 секунд"],
  [90, "2 минуты"],
  [900, "15 минут"],
  [1260, "21 минуту"],
])("§4.10 a wait of %i seconds is told as «%s»", (seconds, words) => {
  expect(formatWait(seconds)).toBe(words);
});

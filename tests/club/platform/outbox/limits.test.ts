import { afterAll, beforeAll, expect, test } from "vitest";
import { formatWait } from "../../../../club/platform/http/format-wait";
import { limitRate, uncountRate } from "../../../../club/platform/http/limits";
import { RefusalError } from "../../../../club/platform/http/refusal-error";
import { openTestClub, type TestClub } from "../../../setup/club";

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

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { register, sendPhoneCode } from "../../../../contract/accounts";
import { alias } from "../../../../contract/values";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addPerson, codeFor, freshPhone, retailForm } from "../../club-people";

const SMS_PER_DAY = 3;
const alarms: string[] = [];
const errors: string[] = [];
const ignore = () => undefined;
let club: TestClub;
let curatorId: number;
beforeAll(async () => {
  club = await openTestClub({
    now: "2026-03-20T12:00:00+03:00",
    settings: { smsPerDay: SMS_PER_DAY, smsPrefixes: ["79", "77"] },
    log: { info: ignore, warn: ignore, error: (_fields, message) => void errors.push(message) },
    countAlarm: (alarm) => void alarms.push(alarm),
  });
  curatorId = (await addPerson(club, { role: "curator" })).id;
});
afterAll(() => club.close());
beforeEach(() => club.clock.advance(24 * 60 * 60_000));

async function registerWith(phone: string) {
  return club.call(register, await retailForm(club, { related_to_user_id: [curatorId], phone }));
}

test("§4.8 §4.10 a phone to which the club sends no SMS can neither register nor ask for a code", async () => {
  const message = "СМС с кодом приходит только на мобильные номера, которые начинаются с +7 9, +7 7.";
  for (const phone of ["74951234567", "12025550123", "88825550123"]) {
    const refused = [await registerWith(phone), await club.call(sendPhoneCode, { phone })];
    for (const { status, refusal } of refused) {
      expect([status, refusal?.aliases, refusal?.fields]).toEqual([422, [alias.phoneNotServed], { phone: message }]);
    }
  }
  expect(await club.db.selectFrom("outbox").select("id").where("channel", "=", "sms").execute()).toEqual([]);
  expect((await registerWith("77011234567")).status).toBe(200);
  expect((await club.call(sendPhoneCode, { phone: "77011234567" })).status).toBe(200);
});

test("§4.10 the club sends so many SMS a day; then codes are refused in words, the operator is alarmed once, and tomorrow they are sent", async () => {
  const phones = Array.from({ length: SMS_PER_DAY + 2 }, freshPhone);
  for (const phone of phones) expect((await registerWith(phone)).status).toBe(200);
  const answers = await Promise.all(phones.map((phone) => club.call(sendPhoneCode, { phone })));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(2);
  const unknown = await club.call(sendPhoneCode, { phone: freshPhone() });
  for (const { status, refusal, headers } of [...refused, unknown]) {
    expect([status, refusal?.aliases]).toEqual([429, [alias.tooOften]]);
    expect(refusal?.message).toBe("Сегодня клуб больше не может отправлять СМС. Запросите код завтра.");
    // From noon until midnight in Moscow; the clock of a busy machine goes on.
    const hours = Number(headers.get("retry-after")) / 3600;
    expect([hours <= 12, hours > 11.5]).toEqual([true, true]);
  }
  const sent = await club.db.selectFrom("outbox").select("id").where("recipient", "in", phones).execute();
  expect(sent).toHaveLength(SMS_PER_DAY);
  expect(alarms).toEqual(["sms-per-day"]);
  expect(errors).toEqual(["the day's SMS are used up: no more codes are sent today"]);

  club.clock.advance(24 * 60 * 60_000);
  const waiting = phones[answers.findIndex(({ status }) => status !== 200)] ?? "";
  await club.ask(sendPhoneCode, { phone: waiting });
  expect(await codeFor(club, waiting)).toMatch(/^\d{4}$/);
});

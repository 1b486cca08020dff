import { afterAll, beforeAll, expect, test } from "vitest";
import { moscowDate } from "../../../../club/platform/moscow-date";
import { countOnDay } from "../../../../club/platform/outbox/day-counts";
import { register, sendPhoneCode, sendRestoreLink } from "../../../../contract/accounts";
import { createInvite } from "../../../../contract/invites";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addPerson, codeFor, retailForm } from "../../club-people";

let club: TestClub;
let curatorId: number;
beforeAll(async () => {
  club = await openTestClub({ log: { info: () => undefined, warn: () => undefined, error: () => undefined } });
  curatorId = (await addPerson(club, { role: "curator" })).id;
});
afterAll(() => club.close());

/** Every text that a stranger may type into a registration, with a mark to look for. */
async function registerStranger(email: string) {
  const form = await retailForm(club, {
    related_to_user_id: [curatorId],
    email,
    last_name: "Приметов",
    first_name: "Примет",
    sur_name: "Приметович",
    company_actual_name_organization: "Приметная мастерская http://evil.example",
    company_actual_address_organization: "Приметная улица, 1",
    employee_position: "примета",
  });
  await club.ask(register, form);
  return form;
}

const typed = /примет|evil/i;

test("§4.8 §4.9 §4.12 a stranger's e-mail gets nothing that was typed into the registration", async () => {
  const { phone, email } = await registerStranger("victim@example.org");
  await club.ask(sendRestoreLink, { login: email });
  const unfinished = await club.lastMessage(email, "телефон не подтверждён");
  await club.ask(sendPhoneCode, { phone });
  await club.ask(sendPhoneCode, { phone, code: await codeFor(club, phone) });
  const welcome = await club.lastMessage(email, "Пароль:");
  await club.ask(sendRestoreLink, { login: email });
  const link = await club.lastMessage(email, "Новый пароль для входа");
  for (const mail of [unfinished, welcome, link]) {
    expect(mail.text).toMatch(/^Здравствуйте\.\n/);
    expect(`${mail.subject} ${mail.text}`).not.toMatch(typed);
  }
});

test("§4.10 a stranger's phone gets no more of the typed e-mail than the first letters of its parts", async () => {
  const { phone } = await registerStranger("primeta@evil.example.com");
  await club.ask(sendPhoneCode, { phone });
  expect((await club.lastMessage(phone, "код клуба")).text).toMatch(
    /^\d{4} — код клуба\. Пароль придёт на p\*\*\*@e\*\*\*$/,
  );
});

test("§1.4 an invitation's letter says nothing that was typed about the invited person, and names an active inviter only", async () => {
  const invite = async (email: string, token: string) => {
    const names = { last_name: "Приметов", first_name: "Примет", sur_name: "Приметович" };
    await club.ask(createInvite, { ...names, email, target_promo_group_system_name: "member" }, { token });
    const { subject, text } = await club.lastMessage(email, "приглашает вас");
    expect(`${subject} ${text}`).not.toMatch(typed);
    return text;
  };
  const active = await addPerson(club, { role: "manager", curator_id: curatorId });
  expect(await invite("one@example.org", await active.logIn())).toContain("Ильин Пётр Олегович приглашает вас");

  const newcomer = await addPerson(club, { role: "manager", curator_id: curatorId, agreement_accepted_at: null });
  expect(await invite("two@example.org", await newcomer.logIn())).toContain("Участник клуба приглашает вас");

  // Names from before names had an alphabet.
  const older = await addPerson(club, { role: "manager", curator_id: curatorId, first_name: "http://evil.example" });
  expect(await invite("three@example.org", await older.logIn())).toContain("Участник клуба приглашает вас");
});

test("§4.12 mails about unfinished registrations end for the day at a thousand; the answer stays the same", async () => {
  const today = moscowDate(club.clock.now());
  const emails = ["last@example.org", "too-many@example.org"];
  await club.db.deleteFrom("rate_limits").where("key", "=", `unfinished-mails:day:${today}`).execute();
  await countOnDay(club.db, "unfinished-mails", today, 999);
  for (const login of emails) {
    await registerStranger(login);
    expect((await club.call(sendRestoreLink, { login })).status).toBe(200);
  }
  const mails = await club.db.selectFrom("outbox").select("recipient").where("recipient", "in", emails).execute();
  expect(mails.map(({ recipient }) => recipient)).toEqual(["last@example.org"]);
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyLedger } from "../../../../club/points/verify-ledger";
import {
  acceptAgreement,
  login,
  profile,
  register,
  restorePassword,
  sendPhoneCode,
  sendRestoreLink,
} from "../../../../contract/accounts";
import { openTestClub, type TestClub } from "../../../setup/club";
import { readMailedPassword } from "../../../setup/outbox";
import { addCompany, addPerson, codeFor, freshInn, freshPhone, join, PASSWORD, retailForm } from "../../club-people";
import { act, readList, readToday, refusalOf } from "../../operators";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub();
});
afterAll(() => club.close());

const readPerson = (id: number) =>
  club.db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

test("§1.1 system curators, system managers and tadams are added, and set their password by the mailed link", async () => {
  for (const [role, expected] of [
    ["system-curator", { role: "curator", is_system: true }],
    ["system-manager", { role: "manager", is_system: true }],
    ["tadam", { role: "tadam", is_system: false }],
  ] as const) {
    const phone = freshPhone();
    const person = { last_name: "Новиков", first_name: "Илья", phone, email: `${role}@example.org` };
    const added = await act(club, "add-participant", { role, ...person });
    expect(added.after).toEqual(expected);
    const { id } = added.subject as { id: number };
    expect(await readPerson(id)).toMatchObject({ ...expected, first_report_waits: expected.role === "curator" });
    expect(added.text).not.toContain("check_word");
    const { text } = await club.lastMessage(person.email, "Задайте пароль по ссылке");
    const { searchParams } = new URL(/http\S+check_word=\S+/.exec(text)?.[0] ?? "");
    const link = { check_word: searchParams.get("check_word") ?? "", email: searchParams.get("email") ?? "" };
    await club.ask(restorePassword, { ...link, new_password: "вал-и-шестерня" });
    const token = (await club.ask(login, { login: phone, password: "вал-и-шестерня" })).access_token;
    expect((await club.ask(profile, {}, { token })).promo_group.system_name).toBe(expected.role);
    expect(await refusalOf(club, "add-participant", { role, ...person })).toMatchObject({ field: "phone" });
    const samePhone = { ...person, phone: freshPhone(), email: person.email.toUpperCase() };
    expect(await refusalOf(club, "add-participant", { role, ...samePhone })).toMatchObject({ field: "email" });
  }
});

test("§6.4 only managers wait for confirmation who have shown their phone, chosen a distributor and may log in", async () => {
  const curator = await addPerson(club, { role: "curator" });
  const choice = { role: "manager", curator_id: curator.id, distributor_confirmed_at: null } as const;
  const [before = 0] = await readToday(club, "unconfirmed-managers");
  const waiting = await addPerson(club, choice);
  const others = [
    await addPerson(club, { ...choice, phone_confirmed_at: null }),
    await addPerson(club, { ...choice, curator_id: null }),
    await addPerson(club, { ...choice, is_disabled: true }),
    await addPerson(club, { ...choice, distributor_confirmed_at: club.clock.now() }),
    await addPerson(club, { ...choice, role: "member" }),
  ];
  const listed = async () => (await readList(club, "unconfirmed-managers")).rows.map(({ cells }) => cells[1]);
  expect(await listed()).toContain(waiting.phone);
  for (const { phone } of others) expect(await listed()).not.toContain(phone);
  expect(await readToday(club, "unconfirmed-managers")).toEqual([before + 1]);
  await act(club, "confirm-manager", { person: waiting.phone });
  expect(await listed()).not.toContain(waiting.phone);
  expect(await readToday(club, "unconfirmed-managers")).toEqual([before]);
});

test("§5.4 a member goes to another manager with the distributor, and to another distributor without the manager", async () => {
  const [north, south] = [await addPerson(club, { role: "curator" }), await addPerson(club, { role: "curator" })];
  await addCompany(club, north.id, "distributor", "Север");
  const manager = await addPerson(club, { role: "manager", curator_id: north.id });
  const member = await addPerson(club);
  await act(club, "change-relation", { person: member.phone, manager: manager.phone });
  expect(await readPerson(member.id)).toMatchObject({ curator_id: north.id, manager_id: manager.id });
  await act(club, "change-relation", { person: member.phone, curator: south.phone });
  expect(await readPerson(member.id)).toMatchObject({ curator_id: south.id, manager_id: null });
  // Without the manager the distributor stays.
  const own = await addPerson(club, { curator_id: north.id, manager_id: manager.id });
  await act(club, "change-relation", { person: own.phone, without_manager: "on" });
  expect(await readPerson(own.id)).toMatchObject({ curator_id: north.id, manager_id: null });
  const wrong = { person: member.phone, curator: south.phone, manager: manager.phone };
  expect(await refusalOf(club, "change-relation", wrong)).toMatchObject({ field: "manager" });
  expect(await refusalOf(club, "change-relation", { person: member.phone })).toMatchObject({ field: "curator" });
});

test("§5.5 a manager goes to another distributor as confirmed, and the shops stay where they were", async () => {
  const [north, south] = [await addPerson(club, { role: "curator" }), await addPerson(club, { role: "curator" })];
  const manager = await addPerson(club, { role: "manager", curator_id: north.id });
  const member = await addPerson(club, { curator_id: north.id, manager_id: manager.id });
  await act(club, "change-relation", { person: manager.phone, curator: south.phone });
  const moved = await readPerson(manager.id);
  expect(moved.curator_id).toBe(south.id);
  expect(moved.distributor_confirmed_at).not.toBeNull();
  expect(await readPerson(member.id)).toMatchObject({ curator_id: north.id, manager_id: null });
  for (const curator of [
    await addPerson(club, { role: "curator", is_system: true }),
    await addPerson(club, { role: "curator", is_disabled: true }),
    member,
  ]) {
    const input = { person: manager.phone, curator: curator.phone };
    expect(await refusalOf(club, "change-relation", input)).toMatchObject({ field: "curator" });
  }
  expect(await refusalOf(club, "change-relation", { person: north.phone, curator: south.phone })).toMatchObject({
    field: "person",
  });
});

test("§4.9 a new phone is confirmed by a code; until then nobody logs in, and the ledger holds all the while", async () => {
  const owner = await addPerson(club, { role: "manager" });
  const curator = await addPerson(club, { role: "curator" });
  const form = await retailForm(club, {
    related_to_user_id: [String(curator.id)],
    referral_from_user_id: owner.referral_code,
  });
  const joined = await join(club, form);
  await club.ask(acceptAgreement, {}, { token: joined.token });
  const phone = freshPhone();
  // A code that somebody has asked for before doesn't make the participant wait.
  await club.ask(sendPhoneCode, { phone });
  const done = await act(club, "change-contact", { person: form.phone, phone, reason: "Паспорт" });
  await club.lastMessage(form.email, "Подтвердите новый телефон");
  expect(done.text).toContain("кодом из СМС");
  expect((await club.call(profile, {}, { token: joined.token })).status).toBe(401);
  expect(await verifyLedger(club.db)).toEqual([]);
  // Whoever registers with the new phone doesn't get the account.
  const stranger = await retailForm(club, { phone, related_to_user_id: [String(curator.id)] });
  expect((await club.call(register, stranger)).status).toBe(409);
  await club.ask(sendPhoneCode, { phone });
  await club.ask(sendPhoneCode, { phone, code: await codeFor(club, phone) });
  const password = readMailedPassword((await club.lastMessage(form.email, `Логин: ${phone}`)).text);
  const token = (await club.ask(login, { login: phone, password })).access_token;
  expect((await club.ask(profile, {}, { token })).id).toBe(joined.id);
  expect(await verifyLedger(club.db)).toEqual([]);
});

test("§4.12 a new e-mail takes over the links, the former one is told, and nobody gets another's", async () => {
  const person = await addPerson(club);
  const other = await addPerson(club);
  const email = `fresh${person.phone}@example.org`;
  await act(club, "change-contact", { person: person.phone, email, reason: "Почта закрыта" });
  await club.lastMessage(email, "изменён e-mail");
  await club.lastMessage(person.email, "Если вы об этом не просили");
  await club.ask(login, { login: email, password: PASSWORD });
  const taken = { person: person.phone, email: other.email.toUpperCase(), reason: "Почта" };
  expect(await refusalOf(club, "change-contact", taken)).toEqual({
    message: `Этот e-mail уже у участника № ${other.id}.`,
    field: "email",
  });
  const foreign = { person: person.phone, phone: "380501112233", reason: "Переезд" };
  expect((await act(club, "change-contact", foreign).catch((error) => error)).message).toBeDefined();
  expect(
    await refusalOf(club, "change-contact", { person: person.phone, phone: person.phone, reason: "Тот же" }),
  ).toMatchObject({
    field: "phone",
  });
});

test("§4.12 who never confirmed the phone is told of another e-mail there only: the former may be a stranger's", async () => {
  const curator = await addPerson(club, { role: "curator" });
  const form = await retailForm(club, { related_to_user_id: [String(curator.id)] });
  await club.ask(register, form);
  const email = `right${form.phone}@example.org`;
  const done = await act(club, "change-contact", { person: form.phone, email, reason: "Опечатка" });
  expect(done.text).toContain("Писем уйдёт: 1.");
  await club.lastMessage(email, "изменён e-mail");
  expect(await club.db.selectFrom("outbox").select("id").where("recipient", "=", form.email).execute()).toEqual([]);
});

test("§1.2 a distributor bears the legal name that it was added with, or its own name without one", async () => {
  const add = async (company: string, more: Record<string, string>) => {
    const phone = freshPhone();
    const person = { last_name: "Новиков", first_name: "Илья", phone, email: `c${phone}@example.org` };
    await act(club, "add-curator", { ...person, company, inn: freshInn(), ...more });
    return club.db
      .selectFrom("companies")
      .innerJoin("users", "users.id", "owner_id")
      .select([
        "legal_name_organization",
        "actual_name_organization",
        "legal_address_organization",
        "first_report_waits",
      ])
      .where("phone", "=", phone)
      .executeTakeFirst();
  };
  const isNew = { first_report_waits: true };
  expect(await add("Ось", { legal_name: "ООО «Ось и вал»", address: "Тверь" })).toEqual({
    legal_name_organization: "ООО «Ось и вал»",
    actual_name_organization: "Ось",
    legal_address_organization: "Тверь",
    ...isNew,
  });
  expect(await add("Вал", {})).toEqual({
    legal_name_organization: "Вал",
    actual_name_organization: "Вал",
    legal_address_organization: "",
    ...isNew,
  });
});

test("§4.12 no letter or SMS of all these keeps a code, a password or a link that sets one, once it is delivered", async () => {
  const person = await addPerson(club);
  await club.ask(sendRestoreLink, { login: person.email });
  await club.lastMessage(person.email, "Новый пароль для входа");
  const rows = await club.db.selectFrom("outbox").select(["text", "is_secret"]).execute();
  expect(rows.filter(({ is_secret }) => is_secret).length).toBeGreaterThan(5);
  const bringing = rows.filter(({ text, is_secret }) => !is_secret && /check_word=|Пароль:|^\d{4} /.test(text));
  expect(bringing).toEqual([]);
});

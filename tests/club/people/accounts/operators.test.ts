import { afterAll, beforeAll, expect, test } from "vitest";
import { findAct } from "../../../../club/operators/operator-parts";
import { previewAct } from "../../../../club/platform/acts/carry-out";
import { MOVED } from "../../../../club/points/day-limits";
import { creditPoints } from "../../../../club/points/ledger";
import { login, profile, register } from "../../../../contract/accounts";
import { findManager } from "../../../../contract/companies";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addCompany, addPerson, PASSWORD, retailForm } from "../../club-people";
import { act, readCard, readList, refusalOf, shell } from "../../operators";
import { storeDocuments } from "../documents/store-documents";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub();
});
afterAll(() => club.close());

test("§8.4 a disabled manager is out at once, and a registration with this manager says why", async () => {
  const curator = await addPerson(club, { role: "curator" });
  const manager = await addPerson(club, { role: "manager", curator_id: curator.id });
  await addPerson(club, { manager_id: manager.id });
  const token = await manager.logIn();
  const done = await act(club, "disable-person", { person: manager.phone, reason: "Уволился" });
  expect(done.text).toMatch(/завершено входов: 1[\s\S]*остаются 1 человек/);
  expect((await club.call(profile, {}, { token })).status).toBe(401);
  expect((await club.call(login, { login: manager.phone, password: PASSWORD })).refusal).toBeDefined();
  expect((await club.call(findManager, { phone: manager.phone })).refusal?.aliases).toContain(
    "cts.user_service.selected_user_disabled",
  );
  const form = await retailForm(club, { related_to_user_id: [String(manager.id)] });
  expect((await club.call(register, form)).refusal?.aliases).toContain("cts.user_service.selected_user_disabled");
  expect((await club.lastMessage(manager.email, "Доступ в клуб закрыт")).text).toContain("Причина: Уволился");
  await expect(act(club, "disable-person", { person: manager.phone, reason: "Ещё раз" })).rejects.toMatchObject({
    status: 409,
  });

  const boss = await addPerson(club, { role: "curator" });
  for (const _ of [1, 2]) await addPerson(club, { role: "manager", curator_id: boss.id });
  const left = await act(club, "disable-person", { person: boss.phone, reason: "Уволился" });
  expect(left.text).toContain("остаются 2 человека");

  expect(done).toMatchObject({ before: { disabled: false }, after: { disabled: true } });
  const opened = await act(club, "enable-person", { person: manager.phone });
  expect(opened).toMatchObject({ before: { disabled: true }, after: { disabled: false } });
  expect(Number((await club.ask(findManager, { phone: manager.phone })).id)).toBe(manager.id);
  await manager.logIn();
});

test("§8.4 whoever hasn't confirmed the phone, or was erased, gets no letter of an act, and the operator is told", async () => {
  const none = "Письмо не отправляется: телефон не подтверждён.";
  const unconfirmed = await addPerson(club, { phone_confirmed_at: null });
  expect((await act(club, "disable-person", { person: String(unconfirmed.id), reason: "Нет" })).text).toContain(none);
  const erased = await addPerson(club, { erased_at: new Date(), email: "" });
  expect((await act(club, "disable-person", { person: String(erased.id), reason: "Нет" })).text).toContain(none);
  const letters = club.db.selectFrom("outbox").select("id").where("recipient", "in", [unconfirmed.email, ""]);
  expect(await letters.where("subject", "=", "Доступ в клуб закрыт").execute()).toEqual([]);
});

test("§4.2 links that log in or set a password end with the sessions", async () => {
  const person = await addPerson(club);
  const made = await act(club, "redirect-token", { person: person.phone });
  expect(made.secrets?.[0]?.value).toContain("/?token=");
  await person.logIn();
  const ended = await act(club, "log-out-person", { person: person.phone });
  expect(ended).toMatchObject({ before: { sessions: 1 }, after: { sessions: 0 } });
  const left = await club.db.selectFrom("redirect_tokens").selectAll().where("user_id", "=", person.id).execute();
  expect(left).toEqual([]);
});

test("§8.4 nobody gets a link that logs in for an account that is disabled or whose phone isn't confirmed", async () => {
  const people = [await addPerson(club, { is_disabled: true }), await addPerson(club, { phone_confirmed_at: null })];
  for (const { id } of people) {
    expect(await refusalOf(club, "redirect-token", { person: String(id) })).toMatchObject({ field: "person" });
    const tokens = await club.db.selectFrom("redirect_tokens").select("user_id").where("user_id", "=", id).execute();
    expect(tokens).toEqual([]);
  }
});

test("§8.4 a session doesn't open an account that was disabled, whatever has become of the session", async () => {
  const person = await addPerson(club);
  const token = await person.logIn();
  await club.db.updateTable("users").set({ is_disabled: true }).where("id", "=", person.id).execute();
  expect((await club.call(profile, {}, { token })).status).toBe(401);
});

test("architecture: a preview hands out no secret", async () => {
  const person = await addPerson(club);
  const seen = await previewAct(club.club.services, shell, findAct("redirect-token"), { person: person.phone });
  expect(seen.secrets).toBeUndefined();
  expect(JSON.stringify(seen)).not.toContain("token=");
});

test("§1.1 people are found by phone, e-mail, INN, id, the beginning of the name, role and state", async () => {
  const found = await addPerson(club, { last_name: "Ёлкина-Находкина", first_name: "Яна" });
  const namesake = await addPerson(club, { last_name: "ёлкина", first_name: "Ольга", is_disabled: true });
  const { inn } = await addCompany(club, found.id, "retail");
  const id = String(found.id);
  for (const search of [`8 ${found.phone.slice(1)}`, `+${found.phone}`, found.email.toUpperCase(), inn, id]) {
    expect((await readList(club, "people", { search })).ids, search).toEqual([id]);
  }
  expect((await readList(club, "people", { search: "ЁЛКИНА" })).ids).toEqual([String(namesake.id), id]);
  expect((await readList(club, "people", { search: "ёлк я" })).ids).toEqual([id]);
  expect((await readList(club, "people", { search: "ёлк", state: "disabled" })).ids).toEqual([String(namesake.id)]);
  expect((await readList(club, "people", { search: "ёлк", role: "manager" })).ids).toEqual([]);
  expect((await readList(club, "people", { search: "100%" })).ids).toEqual([]);
  const curator = await addPerson(club, { role: "curator", is_system: true });
  expect((await readList(club, "people", { role: "system-curator" })).ids).toEqual([String(curator.id)]);
  const waiting = await addPerson(club, { role: "manager", curator_id: curator.id });
  const states = async (state: string) => (await readList(club, "people", { state })).ids ?? [];
  expect(await states("waiting")).toContain(String(waiting.id));
  const stateOf = async (of: { id: number }) =>
    (await readList(club, "people", { search: String(of.id) })).rows[0]?.cells[5];
  expect(await stateOf(waiting)).toBe("Ждёт подтверждения");
  const gone = { is_disabled: true, agreement_accepted_at: null };
  const closed = await addPerson(club, { role: "manager", curator_id: curator.id, ...gone });
  expect(await stateOf(closed)).toBe("Отключён");
  for (const state of ["waiting", "inactive"]) expect(await states(state)).not.toContain(String(closed.id));
  const idle = await addPerson(club, { agreement_accepted_at: null });
  expect(await states("inactive")).toContain(String(idle.id));
  expect(await stateOf(idle)).toBe("Правила не приняты");
});

test("architecture: a person's card offers what the state of the account allows, and has the sessions that go on", async () => {
  const curator = await addPerson(club, { role: "curator" });
  const actsOf = async ({ id }: { id: number }) => (await readCard(club, "person", String(id))).acts;
  const all = [
    "confirm-manager",
    "enable-person",
    "disable-person",
    "redirect-token",
    "merge-people",
    "change-relation",
  ];
  const offered = async (changes: Parameters<typeof addPerson>[1]) => {
    const acts = await actsOf(await addPerson(club, { role: "manager", curator_id: curator.id, ...changes }));
    return all.filter((name) => acts.includes(name));
  };
  const open = ["disable-person", "redirect-token", "merge-people", "change-relation"];
  expect(await offered({})).toEqual(["confirm-manager", ...open]);
  expect(await offered({ distributor_confirmed_at: new Date() })).toEqual(open);
  expect(await offered({ is_disabled: true })).toEqual(["enable-person", "change-relation"]);
  expect(await offered({ phone_confirmed_at: null })).toEqual(["confirm-manager", "disable-person", "change-relation"]);
  expect(await offered({ role: "member", agreement_accepted_at: null })).toEqual([
    "disable-person",
    "redirect-token",
    "change-relation",
  ]);
  expect(await offered({ is_system: true, curator_id: null })).toEqual(open.slice(0, 3));
  const merged = { is_disabled: true, merged_into_id: curator.id };
  expect(await actsOf(await addPerson(club, merged))).toEqual(["person-statement", "export-person", "erase-person"]);
  expect(await actsOf(await addPerson(club, { is_disabled: true, erased_at: new Date() }))).toEqual([]);

  const manager = await addPerson(club, { role: "manager", curator_id: curator.id });
  for (const _ of [1, 2]) await addPerson(club, { manager_id: manager.id });
  await manager.logIn();
  const sections = async () => (await readCard(club, "person", String(manager.id))).content?.sections ?? [];
  await storeDocuments(club, manager.id, { status: "accepted", decided_at: new Date("2026-02-03T09:00:00Z") });
  expect(await actsOf(manager)).toEqual(expect.arrayContaining(["look-at-documents"]));
  expect(await actsOf(manager)).not.toContain("accept-documents");
  const facts = (await sections()).flatMap((section) => ("facts" in section ? (section.facts ?? []) : []));
  expect(facts.find(({ label }) => label === "Документы")?.value).toContain("03.02.2026");
  const email = `Upper${manager.phone}@Example.org`;
  await club.db.updateTable("users").set({ email }).where("id", "=", manager.id).execute();
  await club.db
    .insertInto("outbox")
    .values({ channel: "email", recipient: email.toLowerCase(), subject: "Про сезон", text: "Текст" })
    .execute();
  expect((await readCard(club, "person", String(manager.id))).text).toContain("Про сезон");
  const related = (await sections()).find(({ title }) => title === "Связь")?.facts;
  expect(related).toContainEqual({ label: "Людей у менеджера", value: "2" });
  expect(related?.map(({ label }) => label)).not.toContain("Людей у куратора");
  expect((await sections()).map(({ title }) => title)).toContain("Входы");
  await club.db
    .updateTable("sessions")
    .set({ expires_at: club.clock.now() })
    .where("user_id", "=", manager.id)
    .execute();
  expect((await sections()).map(({ title }) => title)).not.toContain("Входы");
});

test("architecture: pages of people and of names continue where they ended", async () => {
  for (let n = 0; n < 55; n++) await addPerson(club, { last_name: "Страницын", first_name: `Имя${n % 7}` });
  for (const filters of [{ search: "страни" }, {}] as Record<string, string>[]) {
    const first = await readList(club, "people", filters);
    expect(first.ids).toHaveLength(50);
    const second = await readList(club, "people", filters, first.next ?? "");
    const ids = [...(first.ids ?? []), ...(second.ids ?? [])];
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(55);
  }
});

test("architecture: a person's card shows what the club knows, without codes, and offers what fits", async () => {
  const curator = await addPerson(club, { role: "curator" });
  const person = await addPerson(club, { curator_id: curator.id });
  const { inn } = await addCompany(club, person.id, "retail");
  await person.logIn();
  await club.db
    .transaction()
    .execute((trx) =>
      creditPoints(trx, MOVED, [
        { userId: person.id, amount: 1500, reason: "correction", reference: "card", action: "Подарок к юбилею" },
      ]),
    );
  await club.db
    .insertInto("outbox")
    .values({ channel: "sms", recipient: person.phone, text: "7391 — код клуба", is_secret: true })
    .execute();
  await act(club, "log-out-person", { person: person.phone });
  const { text, acts } = await readCard(club, "person", String(person.id));
  for (const known of [person.phone, inn, "1 500 баллов", "Подарок к юбилею", "log-out-person", "shell:root"]) {
    expect(text).toContain(known);
  }
  expect(text).not.toContain("7391");
  expect(acts).toContain("disable-person");
  expect(acts).not.toContain("enable-person");
  await act(club, "correct-points", { person: person.phone, direction: "take", points: "300", reason: "Возврат" });
  const entries = (await readList(club, "entries", { person: person.phone })).rows.map(({ cells }) => cells.slice(1));
  expect(entries).toEqual([
    ["Исправление: Возврат", "-300", "1 200"],
    ["Подарок к юбилею", "1 500", "1 500"],
  ]);
  expect((await readList(club, "deals", { person: person.phone })).rows).toEqual([]);
  expect((await readCard(club, "person", "999999")).content).toBeNull();
});

import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordInviteOrReferral, rewardInviter } from "../../../../club/people/invites/join-by-invite";
import { runImport } from "../../../../club/people/invites/run-import";
import { runResend } from "../../../../club/people/invites/run-resend";
import { sendMessage } from "../../../../club/platform/outbox/send-message";
import { readBalance } from "../../../../club/points/ledger";
import { unsubscribe } from "../../../../contract/accounts";
import * as calls from "../../../../contract/invites";
import { type InviteLine, makeInviteCsv, makeInviteWorkbook } from "../../../files/invite-files";
import { openTestClub, type TestClub } from "../../../setup/club";
import { setCountedCalls } from "../../../setup/counted-calls";
import { findMessages } from "../../../setup/outbox";
import { addPerson } from "../../club-people";

let club: TestClub;
let curator: string;
let manager: string;

beforeAll(async () => {
  club = await openTestClub({ seed: true });
  curator = await club.logIn("79000000001");
  manager = await club.logIn("79000000002");
});
afterAll(() => club.close());

const person = {
  email: "newcomer@example.org",
  first_name: "Олег",
  last_name: "Новиков",
  sur_name: "Ильич",
  target_promo_group_system_name: "member" as const,
};

async function untilDone(taskId: string, token: string, call: typeof calls.importStatus = calls.importStatus) {
  for (;;) {
    const task = await club.ask(call, { id: taskId }, { token });
    if (task.status === "done" || task.status === "failed") return task;
    await delay(100);
  }
}

async function statusOf(email: string, token: string) {
  const { items } = await club.ask(calls.listInvites, { search: email }, { token });
  return items[0]?.invite_status;
}

const idOf = async (phone: string) =>
  (await club.db.selectFrom("users").select("id").where("phone", "=", phone).executeTakeFirstOrThrow()).id;

function lines(count: number, prefix: string): InviteLine[] {
  return Array.from({ length: count }, (_, index) => [
    `${prefix}-${index}@example.org`,
    "Ёлкин",
    "Пётр",
    "",
    index % 2 ? "Сейлз" : "Ритейл",
  ]);
}

describe("one invitation", () => {
  it("§1.4 an invitation is mailed with its link, has the status «sent» after the delivery, and the link finds its person", async () => {
    const { id } = await club.ask(calls.createInvite, person, { token: curator });
    const letter = await club.lastMessage(person.email, "приглашает вас");
    expect(letter.text).toContain(`http://127.0.0.1:3000/?invite=${id}`);
    expect(letter.text).toContain("Воронцов Алексей Дмитриевич");
    await expect.poll(() => statusOf(person.email, curator)).toBe("sent");
    const info = await club.ask(calls.findInvite, { id });
    // Who has the link reads no more of the inviter than the first name and an initial.
    const expected = { ...person, user_id: expect.any(String), inviter_name: "Алексей В.", is_manager: false };
    expect(info).toMatchObject(expected);
  });

  it("§1.4 a participant invites an address once, and the address of a participant not at all", async () => {
    const again = await club.call(calls.createInvite, { ...person, email: "NEWCOMER@example.org" }, { token: curator });
    expect(again.status).toBe(409);
    expect(again.refusal?.fields.email).toContain("уже приглашали");
    const member = await club.call(calls.createInvite, { ...person, email: "Member@example.com" }, { token: manager });
    expect(member.refusal?.fields.email).toContain("уже в клубе");
    const other = await club.call(calls.createInvite, person, { token: manager });
    expect(other.refusal).toBeUndefined();
  });

  it("§6.4 members may not invite", async () => {
    const token = await club.logIn("79000000003");
    expect((await club.call(calls.createInvite, person, { token })).status).toBe(403);
  });

  it("§1.4 a letter is sent again after ten minutes at the earliest, and never for another participant's invitation", async () => {
    const { items } = await club.ask(calls.listInvites, { search: person.email }, { token: curator });
    const invite_id = items[0]?.id ?? "";
    expect((await club.call(calls.resendInvite, { invite_id }, { token: manager })).status).toBe(404);
    expect((await club.call(calls.resendInvite, { invite_id }, { token: curator })).status).toBe(429);
    club.clock.advance(9 * 60_000);
    expect((await club.call(calls.resendInvite, { invite_id }, { token: curator })).status).toBe(429);
    club.clock.advance(2 * 60_000);
    await club.ask(calls.resendInvite, { invite_id }, { token: curator });
    expect((await club.call(calls.resendInvite, { invite_id }, { token: curator })).status).toBe(429);
    // The letter that went out last counts, not the day of the invitation.
    const minutesAgo = (minutes: number) => new Date(club.clock.now().getTime() - minutes * 60_000);
    const dates = { outbox_id: null, created_at: minutesAgo(20) };
    const setSent = (sent_at: Date) =>
      club.db
        .updateTable("invites")
        .set({ ...dates, sent_at })
        .where("id", "=", invite_id)
        .execute();
    await setSent(minutesAgo(5));
    expect((await club.call(calls.resendInvite, { invite_id }, { token: curator })).status).toBe(429);
    await setSent(minutesAgo(11));
    expect((await club.call(calls.resendInvite, { invite_id }, { token: curator })).status).toBe(200);
  });

  it("§1.4 a letter that wasn't delivered is sent again after the same ten minutes as one that was", async () => {
    const email = "undelivered@example.org";
    const { id: invite_id } = await club.ask(calls.createInvite, { ...person, email }, { token: curator });
    await expect.poll(() => statusOf(email, curator)).toBe("sent");
    const failed = { sent_at: null, failed_at: club.clock.now() };
    await club.db.updateTable("outbox").set(failed).where("recipient", "=", email).execute();
    expect(await statusOf(email, curator)).toBe("error");
    club.clock.advance(11 * 60_000);
    expect((await club.call(calls.resendInvite, { invite_id }, { token: curator })).status).toBe(200);
    await club.lastMessage(email, "приглашает вас", 1);
  });

  it("§2.4.1 an expired or unknown invitation isn't found, and the person can be invited again", async () => {
    const { id } = await club.ask(calls.createInvite, { ...person, email: "late@example.org" }, { token: manager });
    await club.db
      .updateTable("invites")
      .set({ expires_at: new Date(0) })
      .where("id", "=", id)
      .execute();
    expect((await club.call(calls.findInvite, { id })).status).toBe(404);
    expect((await club.call(calls.findInvite, { id: "nothing" })).status).toBe(404);
    expect(await statusOf("late@example.org", manager)).toBe("expired");
    const renewed = { email: "Late@example.org", first_name: "Ольга", last_name: "Новикова", sur_name: "" };
    const changed = { ...renewed, target_promo_group_system_name: "manager" } as const;
    const anew = await club.ask(calls.createInvite, changed, { token: manager });
    // It is for whom it was typed last.
    expect(await club.ask(calls.findInvite, { id: anew.id })).toMatchObject(changed);
  });

  it("§2.4.1 the invitation of somebody whose account is closed isn't found until it is open again", async () => {
    const inviter = await addPerson(club, { role: "manager" });
    const invitation = { ...person, email: "of-closed@example.org" };
    const { id } = await club.ask(calls.createInvite, invitation, { token: await inviter.logIn() });
    const setDisabled = (is_disabled: boolean) =>
      club.db.updateTable("users").set({ is_disabled }).where("id", "=", inviter.id).execute();
    await setDisabled(true);
    expect((await club.call(calls.findInvite, { id })).status).toBe(404);
    await setDisabled(false);
    expect((await club.ask(calls.findInvite, { id })).email).toBe("of-closed@example.org");
  });

  it("§1.4 a letter of an expired invitation opens it again, and one of a confirmed invitation isn't sent", async () => {
    const email = "again@example.org";
    const { id } = await club.ask(calls.createInvite, { ...person, email }, { token: curator });
    await expect.poll(() => statusOf(email, curator)).toBe("sent");
    club.clock.advance(11 * 60_000);
    const resend = () => club.call(calls.resendInvite, { invite_id: id }, { token: curator });
    const set = (changes: { expires_at?: Date; status?: "confirmed" | "sent" }) =>
      club.db.updateTable("invites").set(changes).where("id", "=", id).execute();
    await set({ expires_at: club.clock.now() });
    expect([await statusOf(email, curator), (await club.call(calls.findInvite, { id })).status]).toEqual([
      "expired",
      404,
    ]);
    expect((await resend()).status).toBe(200);
    await club.lastMessage(email, "приглашает вас", 1);
    expect((await club.call(calls.findInvite, { id })).status).toBe(200);
    club.clock.advance(11 * 60_000);
    await set({ status: "confirmed" });
    const late = await resend();
    expect([late.status, late.refusal?.message]).toEqual([409, "Этот человек уже участвует в клубе."]);
    await set({ status: "sent" });
    const letters = await club.db.selectFrom("outbox").select("id").where("recipient", "=", email).execute();
    expect(letters).toHaveLength(2);
  });

  it("§1.4 whoever has registered is reminded until the phone is confirmed, and isn't invited anew", async () => {
    const email = "unfinished@example.org";
    const { id } = await club.ask(calls.createInvite, { ...person, email }, { token: curator });
    await expect.poll(() => statusOf(email, curator)).toBe("sent");
    const registered = await addPerson(club, { email, phone_confirmed_at: null, password_hash: null });
    const answer = { status: "registered", registered_user_id: registered.id, expires_at: new Date(0) } as const;
    await club.db.updateTable("invites").set(answer).where("id", "=", id).execute();
    const anew = await club.call(calls.createInvite, { ...person, email }, { token: curator });
    expect([anew.status, anew.refusal?.fields.email]).toEqual([409, expect.stringContaining("уже приглашали")]);
    const resend = async () => (await club.call(calls.resendInvite, { invite_id: id }, { token: curator })).status;
    club.clock.advance(11 * 60_000);
    expect(await resend()).toBe(200);
    await club.lastMessage(email, "приглашает вас", 1);
    const phone_confirmed_at = club.clock.now();
    await club.db.updateTable("users").set({ phone_confirmed_at }).where("id", "=", registered.id).execute();
    club.clock.advance(11 * 60_000);
    expect(await resend()).toBe(409);
  });

  it("§2.4.1 an invitation can be answered for thirty days", async () => {
    const { id } = await club.ask(calls.createInvite, { ...person, email: "month@example.org" }, { token: manager });
    const { expires_at } = await club.db
      .selectFrom("invites")
      .select("expires_at")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(expires_at.getTime() - club.clock.now().getTime()).toBeGreaterThan(30 * 24 * 60 * 60_000 - 60_000);
    expect(expires_at.getTime() - club.clock.now().getTime()).toBeLessThanOrEqual(30 * 24 * 60 * 60_000);
    const endsAt = (time: Date) =>
      club.db.updateTable("invites").set({ expires_at: time }).where("id", "=", id).execute();
    await endsAt(new Date(club.clock.now().getTime() + 60_000));
    expect((await club.call(calls.findInvite, { id })).status).toBe(200);
    await endsAt(club.clock.now());
    expect((await club.call(calls.findInvite, { id })).status).toBe(404);
  });
});

describe("unsubscribing", () => {
  const invite = (email: string, token: string) => club.call(calls.createInvite, { ...person, email }, { token });

  /** The id and the secret at the end of a letter, as its addressee has them. */
  async function readLink(email: string): Promise<{ id: string; hash: string }> {
    const { text } = await club.lastMessage(email, "приглашает вас");
    const found = /http:\/\/127\.0\.0\.1:3000\/\?id=(\S+)&hash=(\S+)/.exec(text);
    return { id: found?.[1] ?? "", hash: found?.[2] ?? "" };
  }

  it("§2.4.4 an invited person unsubscribes by the letter's link, and no further invitation is sent to the address", async () => {
    const email = "Enough@example.org";
    const { result } = await invite(email, curator);
    const invite_id = result?.id ?? "";
    const link = await readLink(email);
    expect(link.id).toBe(invite_id);
    expect((await club.call(unsubscribe, { id: link.id, hash: randomUUID() })).status).toBe(404);
    expect((await invite(email, manager)).status).toBe(200);
    await club.lastMessage(email, "приглашает вас", 1);
    for (const _ of [1, 2]) await club.ask(unsubscribe, link);

    club.clock.advance(11 * 60_000);
    const again = await club.call(calls.resendInvite, { invite_id }, { token: curator });
    expect([again.status, again.refusal?.message]).toEqual([409, "Этот человек просил не присылать ему приглашений."]);
    const { task_id } = await club.ask(calls.resendAllInvites, {}, { token: manager });
    await untilDone(task_id, manager, calls.resendStatus);
    const third = await invite(email.toUpperCase(), await club.logIn("79000000006"));
    expect(third.refusal?.fields.email).toContain("просил не присылать");
    const file = makeInviteCsv([[email.toLowerCase(), "Хватит", "Яна", "", "Ритейл"]]);
    const imported = await club.ask(
      calls.importInvites,
      {},
      { token: await club.logIn("79000000005"), files: { file } },
    );
    const task = await untilDone(imported.task_id, await club.logIn("79000000005"));
    expect(task.errors.map(({ message }) => message)).toEqual(["Этот человек просил не присылать ему приглашений."]);
    // No letter is in the outbox either.
    const letters = await club.db.selectFrom("outbox").select("recipient").execute();
    expect(letters.filter(({ recipient }) => recipient.toLowerCase() === email.toLowerCase())).toHaveLength(2);
  });

  it("§2.4.4 a letter in the queue isn't sent after unsubscribing, a password is", async () => {
    const email = "waiting@example.org";
    const { result } = await invite(email, curator);
    await club.lastMessage(email, "приглашает вас");
    const later = new Date(club.clock.now().getTime() + 60 * 60_000);
    const wait = { sent_at: null, next_attempt_at: later };
    await club.db.updateTable("outbox").set(wait).where("recipient", "=", email).execute();
    await sendMessage(club.db, club.club.services, { channel: "email", to: email, text: "Пароль", secret: true });
    const { unsubscribe_secret: hash } = await club.db
      .selectFrom("invites")
      .select("unsubscribe_secret")
      .where("id", "=", result?.id ?? "")
      .executeTakeFirstOrThrow();
    await club.ask(unsubscribe, { id: result?.id ?? "", hash });
    const rows = await club.db.selectFrom("outbox").selectAll().where("recipient", "=", email).orderBy("id").execute();
    expect(rows.map(({ last_error }) => last_error)).toEqual(["unsubscribed", null]);
  });

  it("§2.4.4 a participant who unsubscribed gets no invitation either", async () => {
    const known = await club.db
      .insertInto("users")
      .values({ role: "member", first_name: "Ян", last_name: "Ким", phone: "79005550009", email: "Kim@example.org" })
      .returning(["id", "unsubscribe_secret"])
      .executeTakeFirstOrThrow();
    await club.ask(unsubscribe, { id: String(known.id), hash: known.unsubscribe_secret });
    expect((await invite("kim@example.org", curator)).refusal?.fields.email).toContain("просил не присылать");
  });
});

describe("points for invitations", () => {
  async function join(phone: string, registration: { inviteId: string | null; referralFromUserId: string | null }) {
    return club.db.transaction().execute(async (trx) => {
      const { id } = await trx
        .insertInto("users")
        .values({ role: "member", first_name: "Ян", last_name: "Ким", phone, email: `${phone}@example.org` })
        .returning("id")
        .executeTakeFirstOrThrow();
      await recordInviteOrReferral(trx, { userId: id, ...registration, now: club.clock.now() });
      return id;
    });
  }
  async function activate(userId: number) {
    await club.db.transaction().execute(async (trx) => {
      const at = club.clock.now();
      await trx
        .updateTable("users")
        .set({ phone_confirmed_at: at, agreement_accepted_at: at })
        .where("id", "=", userId)
        .execute();
      await rewardInviter(trx, club.club.services, userId);
      await rewardInviter(trx, club.club.services, userId);
    });
  }
  it("§1.3 the inviter gets 100 points when the invited person is active, once, and not before", async () => {
    const { id } = await club.ask(calls.createInvite, { ...person, email: "points@example.org" }, { token: curator });
    const inviter = await idOf("79000000001");
    const before = await readBalance(club.db, inviter);
    const mistyped = await join("79005550000", { inviteId: id, referralFromUserId: null });
    const joined = await join("79005550001", { inviteId: id, referralFromUserId: null });
    expect(await statusOf("points@example.org", curator)).toBe("registered");
    expect(await readBalance(club.db, inviter)).toBe(before);
    await activate(joined);
    await activate(mistyped);
    expect(await readBalance(club.db, inviter)).toBe(before + 100);
    expect(await statusOf("points@example.org", curator)).toBe("confirmed");
    expect((await club.call(calls.findInvite, { id })).status).toBe(404);
    // Nor is it open again while a phone that an operator has entered is confirmed.
    await club.db.updateTable("users").set({ phone_confirmed_at: null }).where("id", "=", joined).execute();
    expect((await club.call(calls.findInvite, { id })).status).toBe(404);
  });

  it("§2.4.2 a referral link names its active owner by first name, and rewards once", async () => {
    const owner = await idOf("79000000002");
    const { referral_code } = await club.db
      .selectFrom("users")
      .select("referral_code")
      .where("id", "=", owner)
      .executeTakeFirstOrThrow();
    const info = await club.ask(calls.findReferral, { id: referral_code });
    expect(info).toEqual({ id: String(owner), name: "Ирина З.", is_manager: true });
    // Numbers can be counted: a link of the first days leads to the same owner, but names nobody.
    const byNumber = await club.ask(calls.findReferral, { id: owner });
    expect(byNumber).toEqual({ id: String(owner), name: "", is_manager: true });
    const system = await addPerson(club, { role: "manager", is_system: true });
    expect(await club.ask(calls.findReferral, { id: system.referral_code })).toMatchObject({ is_manager: false });
    const ofSystem = { ...person, email: "of-system@example.org" };
    const { id: invited } = await club.ask(calls.createInvite, ofSystem, { token: await system.logIn() });
    expect(await club.ask(calls.findInvite, { id: invited })).toMatchObject({ is_manager: false });
    const newMember = await idOf("79000000007");
    expect((await club.call(calls.findReferral, { id: newMember })).status).toBe(404);
    const before = await readBalance(club.db, owner);
    await activate(await join("79005550002", { inviteId: null, referralFromUserId: String(owner) }));
    expect(await readBalance(club.db, owner)).toBe(before + 100);
  });

  it("§6.2 a system participant's invitation is confirmed like any other, and brings no points", async () => {
    const system = await addPerson(club, { role: "manager", is_system: true });
    const ofSystem = { ...person, email: "for-nothing@example.org" };
    const { id } = await club.ask(calls.createInvite, ofSystem, { token: await system.logIn() });
    await activate(await join("79005550005", { inviteId: id, referralFromUserId: null }));
    const { status } = await club.db
      .selectFrom("invites")
      .select("status")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(status).toBe("confirmed");
    const entries = await club.db.selectFrom("ledger_entries").select("id").where("user_id", "=", system.id).execute();
    expect(entries).toEqual([]);
  });

  it("§1.4 an inviter whose account is no longer active is not named to the invited person", async () => {
    const inviter = await addPerson(club, { role: "manager" });
    const invited = { ...person, email: "unnamed@example.org" };
    const { id } = await club.ask(calls.createInvite, invited, { token: await inviter.logIn() });
    expect(await club.ask(calls.findInvite, { id })).toMatchObject({ inviter_name: "Пётр И." });
    await club.db.updateTable("users").set({ phone_confirmed_at: null }).where("id", "=", inviter.id).execute();
    expect(await club.ask(calls.findInvite, { id })).toMatchObject({ inviter_name: "", user_id: String(inviter.id) });
  });

  it("§1.3 who came by a link first and by an invitation then brings the link's owner nothing", async () => {
    const owner = await idOf("79000000002");
    const before = await readBalance(club.db, owner);
    const { id } = await club.ask(calls.createInvite, { ...person, email: "both@example.org" }, { token: curator });
    const joined = await join("79005550003", { inviteId: null, referralFromUserId: String(owner) });
    const now = club.clock.now();
    const registration = { userId: joined, inviteId: id, referralFromUserId: null, now };
    await club.db.transaction().execute((trx) => recordInviteOrReferral(trx, registration));
    // Somebody else has answered the invitation since.
    await activate(await join("79005550004", { inviteId: id, referralFromUserId: null }));
    await activate(joined);
    expect(await readBalance(club.db, owner)).toBe(before);
  });
});

describe("lists", () => {
  it("§3.10 the list has date, name, address, status and confirmation, is searched, filtered and paged", async () => {
    const all = await club.ask(calls.listInvites, { per_page: 2 }, { token: curator });
    expect(all.items).toHaveLength(2);
    expect(all.total).toBeGreaterThan(6);
    const confirmed = await club.ask(calls.listInvites, { invite_status: "confirmed" }, { token: curator });
    expect(confirmed.items.every((row) => row.invite_status === "confirmed" && row.confirmation)).toBe(true);
    expect(confirmed.items.map((row) => row.name)).toContain("Зайцева Ирина Павловна");
    const found = await club.ask(calls.listInvites, { search: "рыбаков" }, { token: curator });
    expect(found.items.map((row) => row.invite_status)).toEqual(["expired"]);
    const byPatronymic = await club.ask(calls.listInvites, { search: "аркадьевич" }, { token: curator });
    expect(byPatronymic.items.map((row) => row.name)).toContain("Рыбаков Степан Аркадьевич");
    expect((await club.ask(calls.listInvites, { search: "%" }, { token: curator })).items).toEqual([]);
  });

  it("§7.2 the list is downloaded as CSV with the titles of the page", async () => {
    const { body, headers } = await club.call(calls.downloadInvites, { invite_status: "expired" }, { token: curator });
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(body.toString("utf8")).toMatch(/Рыбаков Степан Аркадьевич;rybakov@example.com;Истекло/);
  });

  it.each([
    ["CSV in Windows-1251", (list: InviteLine[]) => makeInviteCsv(list)],
    ["XLSX", (list: InviteLine[]) => makeInviteWorkbook(list)],
  ])("§1.4 a list in %s is imported in the background; wrong rows are named and exported", async (kind, make) => {
    const prefix = kind.toLowerCase().slice(0, 3);
    const list: InviteLine[] = [
      ...lines(3, prefix),
      ["not-an-address", "Петров", "Иван", "", "Ритейл"],
      [`${prefix}-0@example.org`, "Дважды", "Яна", "", "Ритейл"],
      [`${prefix}-x@example.org`, "", "Яна", "", "директор"],
      ["member@example.com", "Крылов", "Михаил", "", "Ритейл"],
    ];
    const { task_id } = await club.ask(calls.importInvites, {}, { token: manager, files: { file: make(list) } });
    const task = await untilDone(task_id, manager);
    expect(task).toMatchObject({ status: "done", total: 7, processed: 7, failed: 3, repeated: 1 });
    expect(task.errors.map(({ row, field }) => [row, field])).toEqual([
      [5, "E-mail"],
      [6, "E-mail"],
      [7, "Кого пригласить"],
      [7, "Фамилия"],
    ]);
    expect(task.repeats).toEqual([{ first_row: 8, last_row: 8, message: "Участник с таким e-mail уже в клубе." }]);
    const { body } = await club.call(calls.exportInviteErrors, { task_id }, { token: manager });
    const refused = body.toString("utf8").split("\r\n");
    expect(refused[0]).toBe("\uFEFFE-mail;Фамилия;Имя;Отчество;Кого пригласить;Причина");
    expect(refused[1]).toMatch(/^not-an-address;Петров;Иван;;Ритейл;.+/);
    expect(refused).toHaveLength(1 + 3 + 1);
    const { text } = await club.lastMessage(`${prefix}-1@example.org`, "приглашает вас");
    expect(text).toMatch(/^Здравствуйте\.\n/);
    expect(text).not.toMatch(/Пётр|Ёлкин/);
    expect((await club.call(calls.importStatus, { id: task_id }, { token: curator })).status).toBe(404);
    expect((await club.call(calls.resendStatus, { id: task_id }, { token: manager })).status).toBe(404);
  });

  it("§1.4 refused rows are downloaded, corrected and uploaded again, and people invited before are no errors", async () => {
    const upload = async (content: Buffer | string) => {
      const file = new File([new Uint8Array(Buffer.from(content))], "список.csv");
      const { task_id } = await club.ask(calls.importInvites, {}, { token: curator, files: { file } });
      return untilDone(task_id, curator);
    };
    const invited = lines(3, "twice");
    const text = (rows: InviteLine[]) =>
      ["E-mail;Фамилия;Имя;Отчество;Кого пригласить", ...rows.map((row) => row.join(";"))].join("\r\n");
    const first = await upload(text([...invited, ["no-address", "Мухин", "Лев", "", "Сейлз"]]));
    expect(first).toMatchObject({ total: 4, failed: 1, repeated: 0 });
    const { body } = await club.call(calls.exportInviteErrors, { task_id: first.id }, { token: curator });
    const corrected = body.toString("utf8").replace("no-address", "muhin@example.org");
    expect(await upload(corrected)).toMatchObject({ total: 1, failed: 0, repeated: 0, errors: [] });
    const whole = await upload(text([...invited, ["muhin@example.org", "Мухин", "Лев", "", "Сейлз"]]));
    expect(whole).toMatchObject({ total: 4, failed: 0, repeated: 4, errors: [] });
    expect(whole.repeats).toEqual([{ first_row: 2, last_row: 5, message: "Вы уже приглашали этого человека." }]);
    // Without a number the rows are those of the newest list, and what is said of the whole list is no row.
    await upload(text([["latest", "Мухин", "Лев", "", "Сейлз"]]));
    const { task_id } = await club.ask(
      calls.importInvites,
      {},
      {
        token: curator,
        files: { file: new File([text([["newest", "Мухин", "Лев", "", "Сейлз"]])], "список.csv") },
      },
    );
    await untilDone(task_id, curator);
    const note = { task_id, row: 0, field: "Письма", message: "Писем больше, чем уходит за день." };
    await club.db.insertInto("task_errors").values(note).execute();
    const newest = await club.call(calls.exportInviteErrors, {}, { token: curator });
    expect(newest.body.toString("utf8").trim().split("\r\n").slice(1)).toEqual([
      expect.stringMatching(/^newest;Мухин;Лев;;Сейлз;/),
    ]);
  });

  it("§1.4 a file without a table, or without its columns, is refused with a message", async () => {
    for (const text of ["%PDF-1.7\u0000", "Имя;Фамилия\r\nПётр;Ким\r\n", "E-mail;Фамилия;Имя;Кого пригласить\r\n"]) {
      const file = new File([text], "список.csv");
      const { status, refusal } = await club.call(calls.importInvites, {}, { token: manager, files: { file } });
      expect(status).toBe(422);
      expect(refusal?.fields.file).toMatch(/[а-яё]/);
    }
  });

  it("§1.4 5 000 rows are imported; run twice at once and interrupted, no row is lost or imported twice", async () => {
    const { services } = club.club;
    const owner = { id: await idOf("79000000006") };
    const content = Buffer.from(await makeInviteCsv(lines(5000, "many")).arrayBuffer());
    const { id } = await club.db
      .insertInto("tasks")
      .values({ owner_id: owner.id, kind: "invite_import", total: 5000, file_content: content })
      .returning("id")
      .executeTakeFirstOrThrow();
    await Promise.all([runImport(services, id), runImport(services, id)]);
    await runImport(services, id);
    const task = await club.db.selectFrom("tasks").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    expect(task).toMatchObject({ status: "done", processed: 5000, failed: 0, file_content: null });
    const letters = await club.db
      .selectFrom("outbox")
      .select((all) => [all.fn.countAll<number>().as("n"), all.fn.count<number>("recipient").distinct().as("people")])
      .where("recipient", "like", "many-%")
      .executeTakeFirstOrThrow();
    expect(letters).toEqual({ n: 5000, people: 5000 });
    // The letters needn't be delivered.
    await club.db.updateTable("outbox").set({ sent_at: new Date() }).where("recipient", "like", "many-%").execute();
  });

  it("§1.4 one task sends all unanswered invitations again, except those just sent", async () => {
    club.clock.advance(11 * 60_000);
    const before = await findMessages(club.dataDir, "noskova@example.com", "приглашает вас");
    const first = await club.ask(calls.resendAllInvites, {}, { token: curator });
    const task = await untilDone(first.task_id, curator, calls.resendStatus);
    expect(task.status).toBe("done");
    expect(task.total).toBe(task.processed);
    expect(task.total).toBeGreaterThanOrEqual(3);
    await club.lastMessage("noskova@example.com", "приглашает вас", before.length);
    expect(await statusOf("rybakov@example.com", curator)).not.toBe("expired");
    // One task of a person is done at a time, and a list that is imported isn't one of them.
    const curatorId = await idOf("79000000001");
    const running = { owner_id: curatorId, status: "in_progress", total: 1 } as const;
    const addTask = async (kind: "invite_import" | "invite_resend") =>
      (
        await club.db
          .insertInto("tasks")
          .values({ ...running, kind, created_at: club.clock.now() })
          .returning("id")
          .executeTakeFirstOrThrow()
      ).id;
    const [importing, resending] = [await addTask("invite_import"), await addTask("invite_resend")];
    const waiting = await club.ask(calls.resendAllInvites, {}, { token: curator });
    expect(waiting.task_id).toBe(resending);
    // What nobody needs any more since they were counted isn't of its number.
    await runResend(club.club.services, resending);
    const ended = await club.ask(calls.resendStatus, { id: resending }, { token: curator });
    expect(ended).toMatchObject({ status: "done", total: 0, processed: 0 });
    const second = await club.ask(calls.resendAllInvites, {}, { token: curator });
    expect(second.task_id).not.toBe(importing);
    await club.db.deleteFrom("tasks").where("id", "=", importing).execute();
    expect(await untilDone(second.task_id, curator, calls.resendStatus)).toMatchObject({ total: 0 });
  });
});

describe("limits of an hour", () => {
  it("§6.4 a participant sends three hundred invitations one by one, and another person isn't refused for it", async () => {
    const inviter = await idOf("79000000001");
    let count = 0;
    const invite = (token: string) =>
      club.call(calls.createInvite, { ...person, email: `hour-${++count}@example.org` }, { token });
    club.clock.advance(61 * 60_000);
    expect((await invite(curator)).status).toBe(200);
    await setCountedCalls(club, `invite:${inviter}`, 299);
    expect((await invite(curator)).status).toBe(200);
    const above = await invite(curator);
    expect([above.status, above.refusal?.message]).toEqual([
      429,
      expect.stringContaining("Приглашений за час слишком много."),
    ]);
    expect((await invite(manager)).status).toBe(200);
    club.clock.advance(61 * 60_000);
    expect((await invite(curator)).status).toBe(200);
  });

  it("§6.4 a participant uploads twenty lists, and another person isn't refused for it", async () => {
    const inviter = await idOf("79000000001");
    let count = 0;
    const upload = (token: string) =>
      club.call(calls.importInvites, {}, { token, files: { file: makeInviteCsv(lines(1, `list-${++count}`)) } });
    club.clock.advance(61 * 60_000);
    expect((await upload(curator)).status).toBe(200);
    await setCountedCalls(club, `invite-import:${inviter}`, 19);
    expect((await upload(curator)).status).toBe(200);
    const above = await upload(curator);
    expect([above.status, above.refusal?.message]).toEqual([
      429,
      expect.stringContaining("Загрузок за час слишком много."),
    ]);
    expect((await upload(manager)).status).toBe(200);
    club.clock.advance(61 * 60_000);
    expect((await upload(curator)).status).toBe(200);
  });

  it("§6.4 one address follows sixty referral links, and no other address is refused for it", async () => {
    const { referral_code: id } = await club.db
      .selectFrom("users")
      .select("referral_code")
      .where("phone", "=", "79000000002")
      .executeTakeFirstOrThrow();
    const follow = async (address: string) => (await club.call(calls.findReferral, { id }, { address })).status;
    expect(await follow("203.0.113.60")).toBe(200);
    await setCountedCalls(club, "referral:address:203.0.113.60", 59);
    expect([await follow("203.0.113.60"), await follow("203.0.113.60")]).toEqual([200, 429]);
    expect(await follow("203.0.114.60")).toBe(200);
    club.clock.advance(61 * 60_000);
    expect(await follow("203.0.113.60")).toBe(200);
  });
});

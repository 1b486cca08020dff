import { afterAll, beforeAll, expect, test } from "vitest";
import { deliverDueMessages } from "../../../../club/platform/outbox/deliver-messages";
import { stopMailings } from "../../../../club/platform/outbox/unsubscribed-addresses";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addPerson, freshPhone } from "../../club-people";
import { act, readCard, readList, readToday, refusalOf, whySecondOperator } from "../../operators";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub({ work: false });
});
afterAll(() => club.close());

interface Row {
  channel?: "sms" | "email";
  recipient?: string;
  text?: string;
  is_secret?: boolean;
  attempts?: number;
  last_error?: string;
  failed_at?: Date;
  sent_at?: Date;
  next_attempt_at?: Date;
  unsubscribe_url?: string;
}

async function addMessage(row: Row = {}): Promise<string> {
  const { id } = await club.db
    .insertInto("outbox")
    .values({ channel: "email", recipient: `r${freshPhone()}@example.org`, subject: "Новости", text: "Текст", ...row })
    .returning("id")
    .executeTakeFirstOrThrow();
  return String(id);
}

const later = () => new Date(Date.now() + 3_600_000);
const failed = { failed_at: new Date(), attempts: 20, last_error: "Error EENVELOPE 550" };
const read = (id: string) =>
  club.db.selectFrom("outbox").selectAll().where("id", "=", Number(id)).executeTakeFirstOrThrow();

test("§1.10 messages are listed by state, masked, and today's page counts those that failed or are late", async () => {
  const lost = await addMessage(failed);
  const late = await addMessage({ attempts: 3, last_error: "Error ECONNREFUSED", next_attempt_at: later() });
  const queued = await addMessage();
  const sent = await addMessage({ sent_at: new Date(), recipient: "Known.Person@example.org" });
  await addMessage({ failed_at: new Date(), last_error: "unsubscribed" });
  expect((await readList(club, "messages", { state: "failed" })).ids).toEqual([lost]);
  expect((await readList(club, "messages", { state: "stuck" })).ids).toEqual([late]);
  expect((await readList(club, "messages", { state: "waiting" })).ids).toEqual([queued]);
  expect((await readList(club, "messages", { recipient: "known.person@EXAMPLE.org" })).ids).toEqual([sent]);
  expect(await readToday(club, "messages")).toEqual([1, 1]);
  const { rows } = await readList(club, "messages");
  expect(JSON.stringify(rows)).not.toContain("Known.Person");
  await act(club, "give-up-message", { message: lost, reason: "Адреса нет" });
  expect(await readToday(club, "messages")).toEqual([0, 1]);
});

test("§1.10 a failed message goes out as a new one, and leaves the list", async () => {
  const id = await addMessage({ ...failed, recipient: "again@example.org", text: "Ещё раз" });
  expect((await readCard(club, "message", id)).acts).toEqual(["resend-message", "give-up-message"]);
  await act(club, "resend-message", { message: id });
  await deliverDueMessages("email", club.club.services);
  expect((await club.lastMessage("again@example.org", "Ещё раз")).text).toBe("Ещё раз");
  expect(await read(id)).toMatchObject({ last_error: "sent again", sent_at: null });
  expect((await readList(club, "messages", { state: "failed" })).ids).not.toContain(id);
});

test("§2.4.4 a mailing that is sent again is still one: it has its link, and stops when the recipient unsubscribes", async () => {
  const recipient = `mailing${freshPhone()}@example.org`;
  const former = await addMessage({ ...failed, recipient, unsubscribe_url: "https://club.example/u/1" });
  await act(club, "resend-message", { message: former });
  const copyOf = () =>
    club.db
      .selectFrom("outbox")
      .selectAll()
      .where("recipient", "=", recipient)
      .where("id", "!=", Number(former))
      .executeTakeFirstOrThrow();
  const { channel, subject, text, is_secret, unsubscribe_url } = await read(former);
  expect(await copyOf()).toMatchObject({ channel, subject, text, is_secret, unsubscribe_url, attempts: 0 });
  await stopMailings(club.db, club.club.services, recipient);
  expect(await copyOf()).toMatchObject({ last_error: "unsubscribed", failed_at: expect.any(Date) });
});

test("§1.10 an invitation's letter that is sent again decides the status of the invitation", async () => {
  const inviter = await addPerson(club, { role: "curator" });
  const id = await addMessage(failed);
  const invite = { inviter_id: inviter.id, email: "guest@example.org", first_name: "А", last_name: "Б" };
  await club.db
    .insertInto("invites")
    .values({ ...invite, target_role: "member", status: "sent", outbox_id: Number(id), sent_at: new Date(0) })
    .execute();
  // Another invitation of the same person has a letter of its own.
  const other = { ...invite, email: "other@example.org", outbox_id: Number(await addMessage(failed)) };
  await club.db
    .insertInto("invites")
    .values({ ...other, target_role: "member", status: "sent" })
    .execute();
  await act(club, "resend-message", { message: id });
  const { outbox_id, sent_at } = await club.db
    .selectFrom("invites")
    .select(["outbox_id", "sent_at"])
    .where("inviter_id", "=", inviter.id)
    .where("email", "=", invite.email)
    .executeTakeFirstOrThrow();
  expect(outbox_id).toBeGreaterThan(Number(id));
  // The inviter waits from this letter on.
  expect(sent_at).not.toEqual(new Date(0));
  const letters = club.db.selectFrom("invites").select("outbox_id").where("email", "=", other.email);
  expect(await letters.execute()).toEqual([{ outbox_id: other.outbox_id }]);
});

test("§1.10 a late message is tried at once, under its own number", async () => {
  const id = await addMessage({ attempts: 9, last_error: "Error ECONNREFUSED", next_attempt_at: later() });
  const before = await club.db.selectFrom("outbox").select("id").execute();
  await act(club, "resend-message", { message: id });
  expect(await club.db.selectFrom("outbox").select("id").execute()).toHaveLength(before.length);
  await deliverDueMessages("email", club.club.services);
  // It has all its attempts again.
  expect(await read(id)).toMatchObject({ sent_at: expect.any(Date), attempts: 1 });
});

test("§1.10 a message that was delivered stays so when it is sent again", async () => {
  const id = await addMessage({ sent_at: new Date(), attempts: 1 });
  await act(club, "resend-message", { message: id });
  expect(await read(id)).toMatchObject({ sent_at: expect.any(Date), last_error: null, attempts: 1 });
});

test("§4.9 a code isn't sent again once its text is gone, and no card shows it before", async () => {
  const id = await addMessage({
    is_secret: true,
    text: "7391 — код",
    attempts: 1,
    last_error: "Error",
    next_attempt_at: later(),
  });
  expect((await readCard(club, "message", id)).text).not.toContain("7391");
  await act(club, "give-up-message", { message: id, reason: "Номер чужой" });
  expect((await read(id)).text).toBe("");
  expect((await refusalOf(club, "resend-message", { message: id }))?.message).toContain("Нужны новые");
});

test("§1.10 what is queued, removed, unsubscribed or sent stays as it is", async () => {
  const refusal = async (name: string, row: Row) => {
    const input = { message: await addMessage(row), ...(name === "give-up-message" && { reason: "Нет" }) };
    return (await refusalOf(club, name, input))?.message ?? "";
  };
  expect(await refusal("resend-message", {})).toContain("уже в очереди");
  expect(await refusal("resend-message", { next_attempt_at: later() })).toContain("отложено");
  expect(await refusal("resend-message", { sent_at: new Date(), recipient: "", text: "" })).toContain("удалены");
  await club.db.insertInto("unsubscribed_addresses").values({ email: "no@example.org" }).execute();
  const mailing = { ...failed, recipient: "No@example.org", unsubscribe_url: "https://club/u" };
  expect(await refusal("resend-message", mailing)).toContain("отписался");
  expect(await refusal("give-up-message", { sent_at: new Date() })).toContain("уже отправлено");
  const stopped = { failed_at: new Date(), last_error: "unsubscribed" };
  expect(await refusal("give-up-message", stopped)).toContain("уже не отправляется");
  expect((await readCard(club, "message", await addMessage(stopped))).acts).toEqual(["resend-message"]);
  expect(await refusalOf(club, "resend-message", { message: "999999" })).toMatchObject({ field: "message" });
});

test("§1.10 the card of a message shows some of a phone or an address, and leads to whose it is", async () => {
  const person = await addPerson(club, { role: "member" });
  const factOf = async (row: Row) => {
    const { content } = await readCard(club, "message", await addMessage(row));
    return content?.sections[0]?.facts?.find(({ label }) => label === "Кому");
  };
  const link = { card: "person", id: String(person.id) };
  const phone = await factOf({ channel: "sms", recipient: person.phone });
  expect(phone).toEqual({ label: "Кому", value: `${person.phone.slice(0, 4)}***${person.phone.slice(-2)}`, link });
  expect((await factOf({ recipient: person.email.toUpperCase() }))?.link).toEqual(link);
  expect((await factOf({ recipient: "nobody@example.org" }))?.link).toBeUndefined();
  // Nothing is left of whom it went to.
  expect(await factOf({ recipient: "", text: "", sent_at: new Date() })).toEqual({ label: "Кому", value: "—" });
});

test("§1.10 a message that is given up has ended when it ended, and one that nobody has tried yet needs a second operator", async () => {
  const ended = new Date("2026-11-20T09:00:00Z");
  const lost = await addMessage({ ...failed, failed_at: ended });
  await act(club, "give-up-message", { message: lost, reason: "Адреса нет" });
  expect((await read(lost)).failed_at).toEqual(ended);
  const whyOf = async (row: Row) =>
    whySecondOperator(club, "give-up-message", { message: await addMessage(row), reason: "Адреса нет" });
  expect(await whyOf({})).toEqual([expect.stringContaining("ещё не пробовали")]);
  expect(await whyOf({ attempts: 1, last_error: "Error" })).toEqual([]);
  expect(await whyOf(failed)).toEqual([]);
  const untried = await act(club, "give-up-message", { message: await addMessage(), reason: "Адреса нет" });
  expect(untried.state).toBe("done");
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addPerson } from "../../club-people";
import { act, readCard } from "../../operators";
import { storeDocuments } from "../../people/documents/store-documents";
import { describeCard } from "../../platform/acts/describe-view";
import { addFullPerson, findByPhone } from "./full-person";

/** The card of a person as a whole: what it says of whom, where its lines lead, and what may be done. */

const NOW = new Date("2026-12-15T09:00:00Z");

let club: TestClub;
let person: Awaited<ReturnType<typeof addFullPerson>>;
/** Cards before the invitations of the full person, whose letters are sent meanwhile. */
const early = new Map<string, string>();
const [CURATOR, MANAGER] = ["79000000001", "79000000002"] as const;
beforeAll(async () => {
  club = await openTestClub({ seed: true, now: NOW, settings: { documentsLimit: 1_000_000 } });
  for (const phone of [CURATOR, MANAGER]) {
    await club.logIn(phone);
    early.set(phone, await cardOf((await findByPhone(club, phone)).id));
  }
  person = await addFullPerson(club);
  await act(club, "correct-points", {
    person: String(person.id),
    direction: "credit",
    points: "50",
    reason: "Не учтена покупка",
  });
});
afterAll(() => club?.close());

/**
 * A card as lines, without the messages, some of which are still on their way. Of moments the day is shown: the demo and the
 * database go by the clock of the run.
 */
async function cardOf(id: number): Promise<string> {
  const { content } = await readCard(club, "person", String(id));
  if (!content) throw new Error(`There is no card of ${id}`);
  const sections = content.sections.filter(({ title }) => title !== "Сообщения");
  return describeCard({ ...content, sections })
    .join("\n")
    .replaceAll(/(\d{4}), \d\d:\d\d/g, "$1");
}

/** The acts that a card offers. */
const offersFor = async ({ id }: { id: number }) => (await readCard(club, "person", String(id))).acts;

test("§1.1 the card of a shop's owner has all that the club knows of the person", async () => {
  expect(await cardOf(person.id)).toMatchSnapshot();
});

test("§1.1 the card of a sales manager has the people above and below, sales in the place of purchases, and invitations", () => {
  expect(early.get(MANAGER)).toMatchSnapshot();
});

test("§1.1 the card of a curator counts who belongs to the distributor", () => {
  expect(early.get(CURATOR)).toMatchSnapshot();
});

test("§1.1 the card has the messages to the person's phone and mailbox, the latest first, and shows no code and no whole address", async () => {
  const of = await addPerson(club);
  const { phone, email } = await club.db
    .selectFrom("users")
    .select(["phone", "email"])
    .where("id", "=", of.id)
    .executeTakeFirstOrThrow();
  await club.db.deleteFrom("outbox").where("recipient", "in", [phone, email]).execute();
  const sent = { created_at: NOW, sent_at: NOW } as const;
  const added = await club.db
    .insertInto("outbox")
    .values([
      { ...sent, channel: "email", recipient: email.toUpperCase(), subject: "Заказ оформлен", text: "Спасибо." },
      { ...sent, channel: "sms", recipient: phone, text: "7391 — код клуба", is_secret: true },
      { ...sent, channel: "sms", recipient: phone, text: `Заказ передан в доставку. ${"Подробно. ".repeat(9)}` },
      { ...sent, channel: "sms", recipient: "79990000001", text: "Чужое" },
    ])
    .returning("id")
    .execute();
  const { content } = await readCard(club, "person", String(of.id));
  const messages = content?.sections.find(({ title }) => title === "Сообщения")?.table;
  expect(messages?.columns.map(({ title }) => title)).toEqual(["Дата", "Кому", "О чём", "Состояние"]);
  const [mail, code, text] = added.map(({ id }) => ({ card: "message", id: String(id) }));
  const to = `${phone.slice(0, 4)}***${phone.slice(-2)}`;
  const day = "15.12.2026, 12:00";
  expect(messages?.rows).toEqual([
    {
      cells: [day, to, `Заказ передан в доставку. ${"Подробно. ".repeat(9)}`.slice(0, 60), expect.any(String)],
      link: text,
    },
    { cells: [day, to, "Код или пароль", expect.any(String)], link: code },
    { cells: [day, expect.stringContaining("***"), "Заказ оформлен", expect.any(String)], link: mail },
  ]);
  expect(new Set(messages?.rows.map(({ cells }) => cells[3])).size).toBe(1);
});

test("§1.1 of an erased person the card says when, and offers nothing", async () => {
  const erased = await addPerson(club, { employee_position: "Приёмщик" });
  await act(club, "erase-person", { person: String(erased.id), yes: "yes" });
  const { content, acts } = await readCard(club, "person", String(erased.id));
  expect(acts).toEqual([]);
  expect(content?.sections[0]?.facts).toContainEqual({ label: "Данные стёрты", value: "15.12.2026, 12:00" });
});

describe("offered acts", () => {
  const OF_ACCOUNT = ["change-contact", "log-out-person"];
  const ALWAYS = ["export-person", "erase-person"];
  const OF_POINTS = ["person-statement", "correct-points"];

  test.each([
    ["a member", { role: "member" }, [...OF_POINTS, "change-relation"], ["redirect-token", "merge-people"]],
    ["the club's own account", { role: "manager", is_system: true }, [], ["redirect-token", "merge-people"]],
    ["a curator", { role: "curator" }, OF_POINTS, ["redirect-token", "merge-people"]],
    ["who hasn't confirmed the phone", { phone_confirmed_at: null }, [...OF_POINTS, "change-relation"], []],
    [
      "who hasn't accepted the rules",
      { agreement_accepted_at: null },
      [...OF_POINTS, "change-relation"],
      ["redirect-token"],
    ],
  ] as const)(
    "§1.1 %s: what can be done with the points, the relation and the log-in",
    async (_who, state, own, last) => {
      const of = await addPerson(club, state);
      expect(await offersFor(of)).toEqual([...own, ...OF_ACCOUNT, "disable-person", ...last, ...ALWAYS]);
    },
  );

  test("§1.1 a disabled one is enabled first, and of a former account only the statement is left", async () => {
    const disabled = await addPerson(club, { is_disabled: true });
    expect(await offersFor(disabled)).toEqual([
      ...[...OF_POINTS, "change-relation", ...OF_ACCOUNT, "enable-person"],
      ...ALWAYS,
    ]);
    const former = await addPerson(club, { is_disabled: true, merged_into_id: person.id });
    expect(await offersFor(former)).toEqual(["person-statement", ...ALWAYS]);
  });

  test("§1.1 only a manager who waits for the distributor is confirmed, and not while disabled", async () => {
    const { id: curator_id } = await findByPhone(club, CURATOR);
    const manager = { role: "manager", curator_id } as const;
    const confirms = async (changes: Parameters<typeof addPerson>[1]) =>
      (await offersFor(await addPerson(club, { ...manager, ...changes }))).includes("confirm-manager");
    expect(await confirms({})).toBe(true);
    expect(await confirms({ is_disabled: true })).toBe(false);
    expect(await confirms({ distributor_confirmed_at: NOW })).toBe(false);
  });

  test("§8.5 documents are decided once and can be looked at afterwards", async () => {
    const of = await addPerson(club);
    const documentActs = async () => (await offersFor(of)).filter((name) => name.endsWith("-documents"));
    expect(await documentActs()).toEqual([]);
    await storeDocuments(club, of.id, { status: "pending" });
    expect(await documentActs()).toEqual(["look-at-documents", "accept-documents", "reject-documents"]);
    await storeDocuments(club, of.id, { status: "accepted", decided_at: NOW });
    expect(await documentActs()).toEqual(["look-at-documents"]);
  });
});

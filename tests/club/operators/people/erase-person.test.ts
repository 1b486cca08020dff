import { afterAll, beforeAll, expect, test } from "vitest";
import { erasePerson } from "../../../../club/operators/people/erase-person";
import { formatPoints } from "../../../../club/platform/acts/format";
import { acceptAgreement, login, profile, sendRestoreLink } from "../../../../contract/accounts";
import { listPoints } from "../../../../contract/deals";
import { createInvite } from "../../../../contract/invites";
import { withdrawalStatuses } from "../../../../contract/values";
import { DEMO_PASSWORD, openTestClub, type TestClub } from "../../../setup/club";
import { addCompany, addPerson, join, retailForm } from "../../club-people";
import { addFullPerson, findByPhone, findRowsWith, INN, PERSON, runClub, SHOP, TRACES } from "./full-person";

let club: TestClub;
let person: Awaited<ReturnType<typeof addFullPerson>>;

beforeAll(async () => {
  club = await openTestClub({ seed: true });
  person = await addFullPerson(club);
});
afterAll(() => club.close());

async function managerTexts(): Promise<string> {
  const manager = await findByPhone(club, "79000000002");
  const entries = await club.db
    .selectFrom("ledger_entries")
    .select("action")
    .where("user_id", "=", manager.id)
    .execute();
  return entries.map(({ action }) => action).join("\n");
}

test("architecture: a person with an order on its way isn't erased, and the operator reads which", async () => {
  expect(await runClub(club, "erase-person", PERSON.phone, "--yes")).toMatchObject({
    code: 2,
    errors: expect.stringContaining(`заказы в пути: ${person.orderId}`),
  });
  await runClub(club, "set-withdrawal-status", String(person.orderId), "processing");
  await runClub(
    club,
    "set-withdrawal-status",
    String(person.orderId),
    "rejected",
    "--reason",
    "Карта Приметнова закрыта",
  );
});

test.each(withdrawalStatuses)(
  "architecture: a person is erased only when every order is over: one that is %s",
  async (status) => {
    const trial = club.db.transaction().execute(async (trx) => {
      await trx.updateTable("exchanges").set({ status }).where("id", "=", person.orderId).execute();
      await erasePerson(trx, club.club.services, Number(person.id));
      throw new Error("nothing keeps the person");
    });
    const isOver = ["completed", "rejected", "cancelled"].includes(status);
    const refused = { entries: [{ error_display_message: expect.stringContaining(`в пути: ${person.orderId}`) }] };
    await expect(trial).rejects.toMatchObject(isOver ? { message: "nothing keeps the person" } : refused);
  },
);

test("architecture: a preview counts everything and changes nothing", async () => {
  const readWaiting = () =>
    club.db
      .selectFrom("outbox")
      .select("subject")
      .where("sent_at", "is", null)
      .where("failed_at", "is", null)
      .execute();
  // The mail on the refused order may still be on its way out.
  await expect.poll(readWaiting).toEqual([]);
  const before = await findRowsWith(club, TRACES);
  expect(await runClub(club, "erase-person", PERSON.email)).toMatchObject({
    code: 2,
    errors: expect.stringContaining("--yes"),
  });
  const preview = await runClub(club, "erase-person", PERSON.email, "--yes", "--dry-run");
  expect(preview.code).toBe(0);
  for (const what of ["документы", "получатели заказов", "обращения", "компании предпринимателя", "участник"]) {
    expect(preview.out).toMatch(new RegExp(`^${what} +1$`, "m"));
  }
  expect(await findRowsWith(club, TRACES)).toEqual(before);
  expect((await club.call(profile, {}, { token: person.token })).status).toBe(200);
});

test("§3.6 an erasure empties the codes of the person's certificates, those taken back among them, and nobody else's", async () => {
  const other = await addPerson(club, { role: "member" });
  const prize = await club.db
    .selectFrom("prizes")
    .select("id")
    .where("handler_system_name", "=", "giftery")
    .limit(1)
    .executeTakeFirstOrThrow();
  const order = { prize_id: prize.id, price: 1, basket_uuid: "certificates", status: "completed" } as const;
  const erased = new Error("the erasure is undone");
  const trial = club.db.transaction().execute(async (trx) => {
    const add = async (userId: number, link: "exchange_id" | "withdrawn_from", code: string) => {
      const { id } = await trx
        .insertInto("exchanges")
        .values({ ...order, user_id: userId })
        .returning("id")
        .executeTakeFirstOrThrow();
      await trx
        .insertInto("certificate_codes")
        .values({ prize_id: prize.id, code_sealed: Buffer.from(code), [link]: id, issued_at: club.clock.now() })
        .execute();
    };
    await trx.updateTable("exchanges").set({ status: "rejected" }).where("id", "=", person.orderId).execute();
    for (const [whose, id] of [
      ["own", Number(person.id)],
      ["other", Number(other.id)],
    ] as const) {
      await add(id, "exchange_id", `${whose} issued`);
      await add(id, "withdrawn_from", `${whose} taken back`);
    }
    await erasePerson(trx, club.club.services, Number(person.id));
    const codes = await trx
      .selectFrom("certificate_codes")
      .select("code_sealed")
      .orderBy("id", "desc")
      .limit(4)
      .execute();
    expect(codes.map(({ code_sealed }) => code_sealed.toString())).toEqual([
      "other taken back",
      "other issued",
      "",
      "",
    ]);
    throw erased;
  });
  await expect(trial).rejects.toBe(erased);
});

test("architecture: erased: no row has the person's name, contacts, card or shop any more, and the ledger holds", async () => {
  expect(await managerTexts()).toContain(`Приглашение: ${PERSON.last_name}`);
  expect(await managerTexts()).toContain(SHOP);
  const points = await club.db
    .selectFrom("balances")
    .select("points")
    .where("user_id", "=", person.id)
    .executeTakeFirst();
  const count = () =>
    Promise.all(
      (["ledger_entries", "deals", "exchanges"] as const).map(
        async (table) => (await club.db.selectFrom(table).selectAll().execute()).length,
      ),
    );
  const rows = await count();

  const erased = await runClub(club, "erase-person", PERSON.phone, "--yes");
  expect(erased).toMatchObject({
    code: 0,
    errors: "",
    out: expect.stringContaining(`не потратит: ${formatPoints(points?.points ?? 0)}`),
  });
  expect(await findRowsWith(club, TRACES)).toEqual([]);
  expect(await count()).toEqual(rows);
  expect(await managerTexts()).toContain("Приглашение: Удалённый участник");
  expect(await managerTexts()).toMatch(/^Продажа 03\.02\.26: Фильтр, 2 шт\.$/m);
  expect(await club.db.selectFrom("documents").selectAll().where("user_id", "=", person.id).execute()).toEqual([]);
  const exchange = await club.db
    .selectFrom("exchanges")
    .selectAll()
    .where("id", "=", person.orderId)
    .executeTakeFirst();
  expect(exchange).toMatchObject({ recipient_sealed: null, recipient_masked: "", card_holder_sealed: null });
  const consents = await club.db.selectFrom("consents").selectAll().where("user_id", "=", person.id).execute();
  expect(consents.map(({ kind, address }) => [kind, address])).toEqual([
    ["privacy_policy", ""],
    ["personal_data", ""],
    ["rules", ""],
  ]);
  expect(await runClub(club, "verify-ledger")).toMatchObject({
    code: 0,
    out: expect.stringContaining("The ledger holds."),
  });
  expect((await runClub(club, "erase-person", String(person.id), "--yes")).errors).toContain("уже стёрты");
});

test("§1.2 nobody logs in as the erased person, and no recovery link goes out", async () => {
  expect((await club.call(profile, {}, { token: person.token })).status).toBe(401);
  const logIn = (name: string) => club.call(login, { login: name, password: DEMO_PASSWORD });
  expect((await logIn(PERSON.phone)).refusal).toBeDefined();
  const { phone, email } = await club.db
    .selectFrom("users")
    .selectAll()
    .where("id", "=", person.id)
    .executeTakeFirstOrThrow();
  for (const name of [phone, email]) expect((await logIn(name)).refusal).toBeDefined();
  const readMessages = () => club.db.selectFrom("outbox").select("id").orderBy("id").execute();
  const before = await readMessages();
  for (const name of [phone, email, PERSON.email]) await club.call(sendRestoreLink, { login: name });
  expect(await readMessages()).toEqual(before);
});

test("§4.8 the phone, e-mail and INN register again as a new person without points", async () => {
  const curator = await findByPhone(club, "79000000001");
  const form = await retailForm(club, { ...PERSON, company_inn: INN, related_to_user_id: [String(curator.id)] });
  const again = await join(club, form);
  expect(Number(again.id)).not.toBe(person.id);
  await club.ask(acceptAgreement, {}, { token: again.token });
  expect(await club.ask(listPoints, {}, { token: again.token })).toMatchObject({ added: { total: 0 } });
  expect(await runClub(club, "verify-ledger")).toMatchObject({ code: 0 });
});

test("architecture: an erased manager's members stay with the distributor, open invitations end, a curator must hand over first", async () => {
  const curator = await addPerson(club, { role: "curator" });
  const manager = await addPerson(club, { role: "manager", curator_id: curator.id, last_name: "Безменов" });
  const member = await addPerson(club, { curator_id: curator.id, manager_id: manager.id });
  const invited = { last_name: "Гость", first_name: "Иван", sur_name: "", email: "guest-of-manager@example.org" };
  const token = await manager.logIn();
  await club.ask(createInvite, { ...invited, target_promo_group_system_name: "member" }, { token });
  await club.lastMessage(invited.email, "приглашает вас");
  expect(await runClub(club, "erase-person", manager.phone, "--yes")).toMatchObject({ code: 0, errors: "" });
  expect(await findRowsWith(club, ["безменов", manager.phone, invited.email])).toEqual([]);
  const kept = await club.db.selectFrom("users").selectAll().where("id", "=", member.id).executeTakeFirstOrThrow();
  expect(kept).toMatchObject({ manager_id: null, curator_id: curator.id });

  expect(await runClub(club, "erase-person", "79000000001", "--yes")).toMatchObject({
    code: 2,
    errors: expect.stringContaining("company-owner"),
  });
});

test.each(["user_id", "manager_id"] as const)(
  "architecture: the file of a claimed sale goes with whoever it names as %s, that of others stays",
  async (column) => {
    const curator = await addPerson(club, { role: "curator" });
    const addClaim = async () => {
      const manager = await addPerson(club, { role: "manager", curator_id: curator.id });
      const member = await addPerson(club, { curator_id: curator.id, manager_id: manager.id });
      const company = await addCompany(club, member.id, "retail");
      const sale = { article_code: "BT-1", article_name: "Свеча", sell_date: "2026-02-03", sell_count: 1 };
      const ofWhom = { curator_id: curator.id, manager_id: manager.id, company_id: company.id };
      const file = await club.db
        .insertInto("report_files")
        .values({ curator_id: curator.id, file_name: "", content_type: "text/csv", content: Buffer.from("Менеджер") })
        .returning("id")
        .executeTakeFirstOrThrow();
      const deal = await club.db
        .insertInto("deals")
        .values({
          ...sale,
          ...ofWhom,
          file_id: file.id,
          file_row: 1,
          member_id: member.id,
          manager_points: 0,
          member_points: 0,
          fingerprint: Buffer.from(`the sale of ${member.id}`),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      const decided = { status: "accepted", decided_by: "curator", decided_at: club.clock.now() } as const;
      await club.db
        .insertInto("sale_claims")
        .values({
          ...sale,
          ...ofWhom,
          ...decided,
          user_id: member.id,
          deal_id: deal.id,
          document_number: "1",
          created_at: club.clock.now(),
        })
        .execute();
      return { file: file.id, user_id: member, manager_id: manager };
    };
    const [erased, kept] = [await addClaim(), await addClaim()];
    expect(await runClub(club, "erase-person", erased[column].phone, "--yes")).toMatchObject({ code: 0, errors: "" });
    const readContent = async (id: number) =>
      (await club.db.selectFrom("report_files").select("content").where("id", "=", id).executeTakeFirstOrThrow())
        .content.length;
    expect([await readContent(erased.file), (await readContent(kept.file)) > 0]).toEqual([0, true]);
  },
);

test("architecture: a shop that isn't its owner's own bears its legal name or its INN, and what became of letters stays", async () => {
  const owner = await addPerson(club, { phone_confirmed_at: null });
  const [named, nameless] = [
    await addCompany(club, owner.id, "retail", "У Петра"),
    await addCompany(club, owner.id, "retail", "У Павла"),
  ];
  await club.db.updateTable("companies").set({ legal_name_organization: "" }).where("id", "=", nameless.id).execute();
  const failed_at = new Date("2026-01-02T03:04:05Z");
  const letter = { channel: "email", recipient: owner.email, subject: "Вам письмо", text: "Текст" } as const;
  const letters = await club.db
    .insertInto("outbox")
    .values([
      { ...letter, failed_at, last_error: "Error EENVELOPE 550" },
      { ...letter, next_attempt_at: new Date("2100-01-01"), failed_at: null, last_error: null },
    ])
    .returning("id")
    .execute();
  expect(await runClub(club, "erase-person", owner.phone, "--yes")).toMatchObject({ code: 0 });
  const shops = club.db.selectFrom("companies").select("actual_name_organization as name");
  expect(await shops.where("owner_id", "=", owner.id).orderBy("id").execute()).toEqual([
    { name: named.legal_name_organization },
    { name: `ИНН ${nameless.inn}` },
  ]);
  const ids = letters.map(({ id }) => id);
  const ended = club.db.selectFrom("outbox").select(["recipient", "failed_at", "last_error"]).where("id", "in", ids);
  expect(await ended.orderBy("id").execute()).toEqual([
    { recipient: "", failed_at, last_error: "Error EENVELOPE 550" },
    { recipient: "", failed_at: expect.any(Date), last_error: "erased" },
  ]);
  // Whoever had accepted the rules was active, and so were the points.
  const row = club.db.selectFrom("users").select("phone_confirmed_at").where("id", "=", owner.id);
  expect(await row.executeTakeFirst()).toEqual({ phone_confirmed_at: owner.agreement_accepted_at });
});

test("architecture: who asked for no more mail isn't written to after the erasure either", async () => {
  const leaving = await addPerson(club);
  await club.db.insertInto("unsubscribed_addresses").values({ email: leaving.email }).execute();
  expect((await runClub(club, "erase-person", leaving.phone, "--yes")).code).toBe(0);
  expect(await findRowsWith(club, [leaving.email])).toEqual([expect.stringContaining("unsubscribed_addresses")]);
});

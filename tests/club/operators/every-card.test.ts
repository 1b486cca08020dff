import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cards, findAct } from "../../../club/operators/operator-parts";
import { previewAct } from "../../../club/platform/acts/carry-out";
import { RefusalError } from "../../../club/platform/http/refusal-error";
import { showOrderCode } from "../../../contract/overviews";
import { openTestClub, type TestClub } from "../../setup/club";
import { addTestOperator } from "../../setup/operators";
import { addPerson } from "../club-people";
import { placeOrder } from "../gifts/orders/place-order";
import { act, readCard, readList, shell } from "../operators";
import { storeDocuments } from "../people/documents/store-documents";
import { samples } from "../platform/acts/samples";

/** What the cards of operators say of a thing, each value under its own label, and which acts they offer. */

const NOW = new Date("2026-12-15T09:00:00Z");
const DAY_MS = 24 * 60 * 60 * 1000;

let club: TestClub;
beforeAll(async () => {
  const settings = { documentsLimit: 1_000_000, secondOperatorPoints: 1_000_000 };
  club = await openTestClub({ now: NOW, work: false, settings });
  for (const make of Object.values(samples)) await make(club);
});
afterAll(() => club?.close());

const sampleOf = async (name: string) => (await samples[name]?.(club)) ?? {};

/** The values of a card's facts by their labels. */
async function factsOf(card: string, id: string): Promise<Record<string, string>> {
  const { content } = await readCard(club, card, id);
  const facts = content?.sections.flatMap((section) => section.facts ?? []) ?? [];
  return Object.fromEntries(facts.map(({ label, value }) => [label, value]));
}

/** The rows of the table with this title on a card. */
async function rowsOf(card: string, id: string, title: string) {
  const { content } = await readCard(club, card, id);
  return content?.sections.find((section) => section.title === title)?.table?.rows.map(({ cells }) => cells) ?? [];
}

/** What an offered act may say first: the promotion has no articles yet. */
const FIRST = ["set-promotion-bonus: Сначала задайте артикулы акции."];

/** What each card is of: of people one in each state. */
const THINGS: Readonly<Record<string, string>> = {
  person: `
    select min(users.id) as id from users left join documents on user_id = users.id
    group by role, is_system, is_disabled, erased_at is null, merged_into_id is null, phone_confirmed_at is null,
      agreement_accepted_at is null, curator_id is null, distributor_confirmed_at is null, documents.status
  `,
  order: "select id from exchanges",
  prize: "select id from prizes",
  promotion: "select id from promotions",
  report: "select id from report_files",
  deal: "select id from deals",
  "sale-claim": "select id from sale_claims",
  message: "select id from outbox",
  job: "select id from pgboss.job where state = 'failed'",
  operator: "select id from operators",
  company: "select id from companies",
  "audit-entry": "select id from audit_log",
};

/** One input of each act: a preview leaves what it is about as it was. */
const inputs = new Map<string, ReturnType<typeof sampleOf>>();
function inputOf(name: string) {
  const known = inputs.get(name) ?? sampleOf(name);
  inputs.set(name, known);
  return known;
}

describe("offered acts", () => {
  test.each(cards.map(({ name }) => name))(
    "architecture: what the card %s offers can be done with what it is of",
    async (card) => {
      const { rows } = await sql<{ id: number | string }>`${sql.raw(`${THINGS[card]} order by id`)}`.execute(club.db);
      expect(rows.length).toBeGreaterThan(0);
      const tried = new Set<string>();
      const refused: string[] = [];
      for (const { id } of rows) {
        const { content, acts } = await readCard(club, card, String(id));
        if (tried.has(acts.join())) continue;
        tried.add(acts.join());
        for (const { act: name, input = {} } of content?.acts ?? []) {
          await previewAct(club.club.services, shell, findAct(name), { ...(await inputOf(name)), ...input }).catch(
            (error) => {
              if (!(error instanceof RefusalError)) throw error;
              const entries = error.entries.filter(
                ({ error_system_message: { field_key: key } }) => key !== undefined && key in input,
              );
              refused.push(...entries.map((entry) => `${name}: ${entry.error_display_message}`));
            },
          );
        }
      }
      expect(refused.filter((refusal) => !FIRST.includes(refusal))).toEqual([]);
    },
  );

  test.each([
    ["person", "person", "disable-person"],
    ["prize", "prize", "disable-prize"],
    ["promotion", "promotion", "disable-promotion"],
    ["operator", "operator", "disable-operator"],
  ])("architecture: the card %s offers to switch off what is on, and on what is off", async (card, field, off) => {
    const on = off.replace("disable", "enable");
    const input = await sampleOf(off);
    const found = (await act(club, off, input)).subject?.id;
    const switches = async () =>
      (await readCard(club, card, String(found))).acts.filter((name) => [on, off].includes(name));
    expect(await switches()).toEqual([on]);
    await act(club, on, { [field]: String(found) });
    expect(await switches()).toEqual([off]);
  });
});

describe("what is said", () => {
  test("architecture: a sale names the points of either side, a report what counts and what was recalled", async () => {
    const { deal } = await sampleOf("recall-deal");
    const id = String(deal);
    const facts = await factsOf("deal", id);
    expect([facts.Менеджер, facts.Магазин]).toEqual([
      expect.stringMatching(/, 30 баллов$/),
      expect.stringMatching(/, 50 баллов$/),
    ]);
    const report = /\d+/.exec(facts.Отчёт ?? "")?.[0] ?? "";
    const sale = [id, "02.03.2026", "BT-060", "Аккумулятор 60 А·ч", "10", "30", "50"];
    expect(await rowsOf("report", report, "Продажи")).toEqual([[...sale, "Учтена"]]);
    const before = await factsOf("report", report);
    expect([before.Учтено, before.Отозвано]).toEqual(["1", undefined]);
    await act(club, "recall-deal", { deal: id, reason: "Чужая накладная" });
    expect(await rowsOf("report", report, "Продажи")).toEqual([[...sale, "Отозвана"]]);
    expect(await factsOf("report", report)).toMatchObject({ Учтено: "0", Отозвано: "1" });
  });

  test("architecture: a report says who has decided, whether it was a yes or a no", async () => {
    for (const name of ["approve-report", "refuse-report"]) {
      const input = await sampleOf(name);
      const report = String(input.report);
      expect((await factsOf("report", report)).Решил).toBeUndefined();
      await act(club, name, input);
      expect((await factsOf("report", report)).Решил).toBe("shell:root");
      // The curator is told, with a link to this report.
      const letter = await club.db
        .selectFrom("report_files")
        .innerJoin("users", "users.id", "report_files.curator_id")
        .innerJoin("outbox", "outbox.recipient", "users.email")
        .select("text")
        .where("report_files.id", "=", Number(report))
        .executeTakeFirst();
      if (name === "refuse-report") expect(letter?.text).toMatch(new RegExp(`/dashboard/report/${report}$`));
    }
  });

  test("architecture: a claim says whether the curator or an operator has decided", async () => {
    const input = await sampleOf("refuse-claim");
    await act(club, "refuse-claim", input);
    const claim = String(input.claim);
    expect((await factsOf("sale-claim", claim)).Решение).toMatch(/, оператор$/);
    await club.db.updateTable("sale_claims").set({ decided_by: "curator" }).where("id", "=", Number(claim)).execute();
    expect((await factsOf("sale-claim", claim)).Решение).toMatch(/, куратор$/);
  });

  test("architecture: an order says when its code was first and last looked at", async () => {
    const { id, person } = await placeOrder(club, "giftery");
    await act(club, "issue-certificate", { order: String(id), code: "CARD-1", expires: "2099-12-31" });
    const times = async () => {
      const facts = await factsOf("order", String(id));
      return [facts["Участник смотрел впервые"], facts["Участник смотрел в последний раз"]];
    };
    expect(await times()).toEqual(["—", "—"]);
    const look = () => club.ask(showOrderCode, { id: String(id) }, { token: person.token });
    await look();
    const [first] = await times();
    expect(await times()).toEqual([first, first]);
    club.clock.advance(DAY_MS);
    await look();
    const [stillFirst, last] = await times();
    expect(stillFirst).toBe(first);
    expect(last).not.toBe(first);
  });

  test("architecture: a person's card counts who belongs to the person, and has the newest order first", async () => {
    const curator = await addPerson(club, { role: "curator" });
    const manager = await addPerson(club, { role: "manager", curator_id: curator.id });
    await addPerson(club, { role: "manager", curator_id: curator.id });
    await addPerson(club, { manager_id: manager.id });
    const ofCurator = await factsOf("person", String(curator.id));
    expect([ofCurator["Людей у куратора"], ofCurator["Людей у менеджера"]]).toEqual(["2", undefined]);
    const ofManager = await factsOf("person", String(manager.id));
    expect([ofManager["Людей у куратора"], ofManager["Людей у менеджера"]]).toEqual([undefined, "1"]);

    const { id: older, person } = await placeOrder(club, "phone");
    club.clock.advance(DAY_MS);
    const { id: newer } = await placeOrder(club, "phone", person);
    const orders = await rowsOf("person", String(person.id), "Заказы");
    expect(orders.map(([number]) => Number(number))).toEqual([newer, older]);
  });

  test("§4.1 a person's card lists the log-ins that still hold", async () => {
    const person = await addPerson(club);
    await person.logIn();
    await person.logIn();
    expect(await rowsOf("person", String(person.id), "Входы")).toHaveLength(2);
    await sql`
      update sessions set expires_at = ${club.clock.now()}::timestamptz - interval '1 second'
      where id = (select id from sessions where user_id = ${person.id} limit 1)
    `.execute(club.db);
    expect(await rowsOf("person", String(person.id), "Входы")).toHaveLength(1);
  });

  test("architecture: an operator's card lists the log-ins that were completed, by a code or a passkey", async () => {
    const { id } = await addTestOperator(club, ["support"]);
    const logIns = () => rowsOf("operator", String(id), "Входы");
    expect(await logIns()).toHaveLength(1);
    await club.db
      .updateTable("operator_sessions")
      .set({ code_confirmed_at: null })
      .where("operator_id", "=", id)
      .execute();
    expect(await logIns()).toEqual([]);
    const { id: passkey } = await club.db
      .insertInto("operator_passkeys")
      .values({
        ...{ operator_id: id, name: "Телефон", credential_id: "key", public_key: Buffer.alloc(1), sign_count: 0 },
        ...{ is_backed_up: false, created_at: club.clock.now(), last_used_at: null },
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await club.db.updateTable("operator_sessions").set({ passkey_id: passkey }).where("operator_id", "=", id).execute();
    expect(await logIns()).toHaveLength(1);
    const [made] = await club.db.selectFrom("operator_sessions").selectAll().where("operator_id", "=", id).execute();
    if (!made) throw new Error("no session");
    const { id: _id, ...session } = made;
    const used = (network: string, minutes: number) => ({
      ...session,
      network,
      token_hash: Buffer.from(network),
      last_used_at: new Date(made.last_used_at.getTime() + minutes * 60_000),
    });
    await club.db
      .insertInto("operator_sessions")
      .values([used("newer", 1), used("older", -1)])
      .execute();
    // The one that was used last stands first.
    expect((await logIns()).map(([, , network]) => network)).toEqual(["newer", made.network, "older"]);
  });

  test("architecture: a person's card has what operators did with the person, not with a thing of the same number", async () => {
    const person = await addPerson(club, { role: "member" });
    await act(club, "disable-person", { person: person.phone, reason: "Чужие чеки" });
    const subject = { subject_kind: "order", subject_id: String(person.id), actor: "console", input: "{}" };
    await club.db
      .insertInto("audit_log")
      .values({ ...subject, act: "set-withdrawal-status", at: club.clock.now() })
      .execute();
    const acts = await rowsOf("person", String(person.id), "Действия операторов");
    expect(acts.map(([, name]) => name)).toEqual(["disable-person"]);
  });

  test("architecture: an entry of the audit log says what was and what is", async () => {
    const person = await addPerson(club, { role: "member" });
    await act(club, "disable-person", { person: person.phone, reason: "Чужие чеки" });
    const { id } = await club.db
      .selectFrom("audit_log")
      .select("id")
      .where("act", "=", "disable-person")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    const { content } = await readCard(club, "audit-entry", String(id));
    const values = content?.sections.map(({ title, facts = [] }) => [title, facts.map(({ value }) => value).join()]);
    expect(values).toEqual(
      expect.arrayContaining([
        ["Было", "false"],
        ["Стало", "true"],
      ]),
    );
  });

  test("§1.5 a promotion counts its codes and those of them that were used, and nobody else's", async () => {
    const person = await addPerson(club);
    const ids = [await sampleOf("disable-promotion"), await sampleOf("disable-promotion")].map((one) =>
      Number(one.promotion),
    );
    await sql`
      insert into promo_codes (code, promotion_id, points, used_by_id, used_at)
      select 'CARD-' || n, (${ids}::int[])[n % 2 + 1], 5, case when n in (2, 4, 5) then ${person.id}::int end,
        case when n in (2, 4, 5) then now() end
      from generate_series(1, 9) n
    `.execute(club.db);
    const codes = await Promise.all(ids.map(async (id) => (await factsOf("promotion", String(id))).Промокодов));
    expect(codes).toEqual(["4, использовано 2", "5, использовано 1"]);
  });

  test("architecture: a person's card says of points and accounts what there is, and nothing of what there isn't", async () => {
    const [plain, person] = [await addPerson(club), await addPerson(club, { unsubscribed_at: NOW })];
    const former = await addPerson(club, { is_disabled: true, merged_into_id: person.id });
    const about = { user_id: person.id, reason: "deal", action: "Продажа" } as const;
    await club.db
      .insertInto("pending_credits")
      .values([
        { ...about, amount: 30, reference: "card:1" },
        { ...about, amount: 12, reference: "card:2" },
      ])
      .execute();
    const debt = { ...about, reason: "return", created_at: NOW } as const;
    await club.db
      .insertInto("debts")
      .values([
        { ...debt, amount: 7, amount_left: 5, reference: "card:3" },
        { ...debt, amount: 9, amount_left: 0, reference: "card:4" },
      ])
      .execute();
    const labels = ["Отписан от рассылок", "Ждут активности участника", "Долг", "Прежний аккаунт", "Объединён с"];
    const said = async ({ id }: { id: number }) => {
      const facts = await factsOf("person", String(id));
      return labels.map((label) => facts[label]);
    };
    expect(await said(person)).toEqual(["15.12.2026, 12:00", "42 балла", "5 баллов", `№ ${former.id}`, undefined]);
    expect(await said(plain)).toEqual(labels.map(() => undefined));
    expect(await said(former)).toEqual([...labels.slice(1).map(() => undefined), `№ ${person.id}`]);
  });

  test("architecture: a person's card names letters by their subject or their first words, and a code by neither", async () => {
    const person = await addPerson(club);
    const text = "Первые слова сообщения без темы, которое длиннее шестидесяти знаков";
    await club.db
      .insertInto("outbox")
      .values([
        { channel: "email", recipient: person.email, subject: "Тема", text },
        { channel: "sms", recipient: person.phone, text },
        { channel: "sms", recipient: person.phone, text: "7391", is_secret: true },
      ])
      .execute();
    const named = (await rowsOf("person", String(person.id), "Сообщения")).map(([, , what]) => what);
    expect(named).toEqual(["Код или пароль", text.slice(0, 60), "Тема"]);
  });

  test("§1.4 a person's card leads from an invitation to whoever has come by it", async () => {
    const [inviter, guest] = [await addPerson(club, { role: "manager" }), await addPerson(club)];
    const invite = { inviter_id: inviter.id, last_name: "Гость", first_name: "Илья", target_role: "member" } as const;
    await club.db
      .insertInto("invites")
      .values([
        { ...invite, email: "waits@example.com", created_at: NOW },
        { ...invite, email: guest.email, status: "registered", registered_user_id: guest.id, created_at: new Date(0) },
      ])
      .execute();
    const { content } = await readCard(club, "person", String(inviter.id));
    const { table } = content?.sections.find(({ title }) => title === "Приглашения") ?? {};
    expect(table?.rows.map(({ link }) => link)).toEqual([undefined, { card: "person", id: String(guest.id) }]);
  });

  test("§8.5 a person's card says why documents weren't accepted", async () => {
    const person = await addPerson(club);
    await storeDocuments(club, person.id, { status: "rejected", decided_at: NOW, reason: "Фото не читается" });
    expect((await factsOf("person", String(person.id))).Документы).toBe(
      "Не приняты, 15.12.2026, 12:00: Фото не читается",
    );
    await storeDocuments(club, person.id, { status: "accepted", decided_at: NOW });
    expect((await factsOf("person", String(person.id))).Документы).toBe("Приняты, 15.12.2026, 12:00");
  });

  test("architecture: an entry of the audit log names the second operator, the points and the request, where there are any", async () => {
    const person = await addPerson(club);
    const entry = { actor: "vera", at: NOW, input: "{}" };
    const about = { subject_kind: "person", subject_id: String(person.id) };
    const [bare, full] = await club.db
      .insertInto("audit_log")
      .values([
        // Of a newer release.
        { ...entry, act: "unheard-of" },
        { ...entry, act: "correct-points", ...about, approved_by: "nina", points: 1500, request_id: "request-7" },
      ])
      .returning("id")
      .execute();
    const [bareId, fullId] = [String(bare?.id), String(full?.id)];
    expect(await factsOf("audit-entry", bareId)).toEqual({
      Когда: "15.12.2026, 12:00",
      Кто: "vera",
      Действие: "unheard-of",
    });
    const subject = `person:${person.id}`;
    expect(await factsOf("audit-entry", fullId)).toEqual({
      ...{ Когда: "15.12.2026, 12:00", Кто: "vera", Согласие: "nina", Действие: "correct-points" },
      ...{ "О чём": subject, Баллы: "1500", "Номер запроса": "request-7" },
    });
    const listed = (await readList(club, "audit", { actor: "vera" })).rows;
    expect(listed.slice(0, 2).map(({ cells }) => cells.slice(1))).toEqual([
      ["vera, согласие nina", "Исправить баллы", subject, "1500"],
      ["vera", "unheard-of", "", ""],
    ]);
    expect(await rowsOf("person", String(person.id), "Действия операторов")).toEqual([
      ["15.12.2026, 12:00", "correct-points", "vera, второй: nina", "1 500"],
    ]);
  });

  test("architecture: an operator's card says whether an account at a provider is linked", async () => {
    const [linked, other] = [await addTestOperator(club, ["support"]), await addTestOperator(club, ["support"])];
    const identity = { issuer: "https://id.example.com", subject: "card", operator_id: linked.id, linked_at: NOW };
    await club.db.insertInto("operator_identities").values(identity).execute();
    const said = async ({ id }: { id: number }) => (await factsOf("operator", String(id)))["Внешняя учётная запись"];
    expect([await said(linked), await said(other)]).toEqual(["связана 15.12.2026, 12:00", "нет"]);
  });

  test("§1.6 a gift's card says how many are left, or that there is no limit", async () => {
    const prize = String((await sampleOf("set-prize-stock")).prize);
    const left = async () => (await factsOf("prize", prize)).Остаток;
    await act(club, "set-prize-stock", { prize });
    expect(await left()).toBe("без ограничения");
    await act(club, "set-prize-stock", { prize, stock: "0" });
    expect(await left()).toBe("0 шт.");
  });
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { acceptAgreement, profile, register, sendPhoneCode } from "../../../../contract/accounts";
import { companyExists } from "../../../../contract/companies";
import { alias } from "../../../../contract/values";
import { openTestClub, type TestClub } from "../../../setup/club";
import { setCountedCalls } from "../../../setup/counted-calls";
import { addCompany, addPerson, codeFor, freshInn, freshPhone, join, retailForm } from "../../club-people";

let club: TestClub;
let curator: Awaited<ReturnType<typeof addPerson>>;
let manager: Awaited<ReturnType<typeof addPerson>>;
beforeAll(async () => {
  club = await openTestClub();
  curator = await addPerson(club, { role: "curator" });
  await addCompany(club, curator.id, "distributor", "Вал");
  manager = await addPerson(club, { role: "manager", curator_id: curator.id });
});
afterAll(() => club.close());

const form = (changes: Parameters<typeof retailForm>[1] = {}) =>
  retailForm(club, { related_to_user_id: [curator.id], ...changes });

function salesForm() {
  const phone = freshPhone();
  return {
    user_role: "manager" as const,
    phone,
    email: `sales${phone}@example.com`,
    first_name: "Олег",
    last_name: "Рыбин",
    sur_name: "Ильич",
    related_to_user_id: [curator.id],
  };
}

const readUser = (id: string) =>
  club.db.selectFrom("users").selectAll().where("id", "=", Number(id)).executeTakeFirstOrThrow();

test("§3.3 a manager registers with a distributor and has neither password nor session yet", async () => {
  const { user_id } = await club.ask(register, { ...salesForm(), phone: `8 (912) 000-11-22` });
  expect(await readUser(user_id)).toMatchObject({
    role: "manager",
    phone: "79120001122",
    curator_id: curator.id,
    manager_id: null,
    password_hash: null,
    phone_confirmed_at: null,
  });
});

test("§3.2 §3.4 a member registers by manager, belongs to the manager's curator, and legal data come from the register", async () => {
  const inn = freshInn();
  await club.db.insertInto("legal_entities").values({ inn, name: "ООО «Шатун»", address: "Клин, Новая, 1" }).execute();
  const { user_id } = await club.ask(register, await form({ company_inn: inn, related_to_user_id: [manager.id] }));
  expect(await readUser(user_id)).toMatchObject({ curator_id: curator.id, manager_id: manager.id });
  const company = await club.db.selectFrom("companies").selectAll().where("inn", "=", inn).executeTakeFirst();
  expect(company).toMatchObject({
    kind: "retail",
    owner_id: Number(user_id),
    actual_name_organization: "Гараж на Лесной",
    legal_name_organization: "ООО «Шатун»",
    legal_address_organization: "Клин, Новая, 1",
  });
});

test("§3.4 a shop without a name of its own bears that of the register, and its number where nobody knows one", async () => {
  const [known, unknown] = [freshInn(), freshInn()];
  await club.db.insertInto("legal_entities").values({ inn: known, name: "ООО «Втулка»", address: "Клин" }).execute();
  const nameOf = async (company_inn: string) => {
    await club.ask(register, await form({ company_inn, company_actual_name_organization: "" }));
    return (await club.db.selectFrom("companies").selectAll().where("inn", "=", company_inn).executeTakeFirstOrThrow())
      .actual_name_organization;
  };
  expect([await nameOf(known), await nameOf(unknown)]).toEqual(["ООО «Втулка»", `ИНН ${unknown}`]);
});

test.each([
  ["an INN whose check digits fail and that no register knows (§5.6)", { company_inn: "7700000001" }, "company_inn"],
  ["a segment that isn't there", { company_segment_id: "99999" }, "company_segment_id"],
  ["no distributor", { related_to_user_id: [] }, "related_to_user_id"],
  ["a distributor that isn't there", { related_to_user_id: ["99999"] }, "related_to_user_id"],
  ["a phone of nine digits (§8.3)", { phone: "123456789" }, "phone"],
  ["a name of spaces (§5.3)", { sur_name: "   " }, "sur_name"],
  ["a name with a line break (§5.3)", { first_name: "Иван\nВаш приз ждёт" }, "first_name"],
  ["a name with an address (§5.3)", { last_name: "evil.example" }, "last_name"],
  ["a promo code that isn't there (§1.5)", { promo_code: "NOPE" }, "promo_code"],
])("§5.4 §8.1 %s is refused on its field and nothing stays behind", async (_, changes, field) => {
  const input = await form(changes);
  const { status, refusal } = await club.call(register, input);
  expect(status).toBe(422);
  expect(Object.keys(refusal?.fields ?? {})).toEqual([field]);
  expect(await club.db.selectFrom("users").select("id").where("email", "=", input.email).execute()).toEqual([]);
});

test("§5.6 an INN without valid check digits passes when the register knows it", async () => {
  await club.db.insertInto("legal_entities").values({ inn: "7700000002", name: "ООО «Ф»", address: "Ржев" }).execute();
  expect((await club.call(register, await form({ company_inn: "7700000002" }))).status).toBe(200);
});

test("§8.2 the INN of a participant's company is refused as a known company", async () => {
  const owner = await addPerson(club);
  const { inn } = await addCompany(club, owner.id, "retail");
  const { status, refusal } = await club.call(register, await form({ company_inn: inn }));
  expect([status, refusal?.aliases]).toEqual([409, [alias.companyExists]]);
  expect(refusal?.fields.company_inn).toContain("поддержку");
  // A distributor isn't taken over, whoever its curator is.
  const added = await addPerson(club, { role: "curator", password_hash: null, phone_confirmed_at: null });
  const distributor = await addCompany(club, added.id, "distributor");
  const taken = await club.call(register, await form({ company_inn: distributor.inn }));
  expect(taken.refusal?.aliases).toEqual([alias.companyExists]);
});

test("§8.4 a sales manager who left is refused with an alias of its own", async () => {
  const left = await addPerson(club, { role: "manager", curator_id: curator.id, is_disabled: true });
  const { refusal } = await club.call(register, await form({ related_to_user_id: [left.id] }));
  expect(refusal?.aliases).toEqual([alias.managerDisabled]);
});

test("§8.1 phone and e-mail of a participant cannot be registered again", async () => {
  const byPhone = await club.call(register, await form({ phone: manager.phone }));
  expect([byPhone.status, Object.keys(byPhone.refusal?.fields ?? {})]).toEqual([409, ["phone"]]);
  const added = await addPerson(club, { password_hash: null });
  expect((await club.call(register, await form({ phone: added.phone }))).status).toBe(409);
  // An operator has closed it before its phone was confirmed.
  const closed = await addPerson(club, { password_hash: null, phone_confirmed_at: null, is_disabled: true });
  expect((await club.call(register, await form({ phone: closed.phone }))).status).toBe(409);
  const byEmail = await club.call(register, await form({ email: manager.email.toUpperCase() }));
  expect([byEmail.status, Object.keys(byEmail.refusal?.fields ?? {})]).toEqual([409, ["email"]]);
});

test("§4.8 a mistyped phone is corrected by registering again with the same e-mail and INN", async () => {
  const wrong = await form();
  const first = await club.ask(register, wrong);
  await club.ask(sendPhoneCode, { phone: wrong.phone });
  const right = { ...wrong, phone: freshPhone() };
  const { id } = await join(club, right);
  expect(id).toBe(first.user_id);
  expect((await readUser(id)).phone).toBe(right.phone);
});

test("§4.8 while a code is valid, a registration with the same phone and another e-mail is refused; afterwards it isn't", async () => {
  const victim = await form();
  await club.ask(register, victim);
  await club.ask(sendPhoneCode, { phone: victim.phone });
  const intruder = await form({ phone: victim.phone });
  const early = await club.call(register, intruder);
  expect([early.status, Object.keys(early.refusal?.fields ?? {})]).toEqual([409, ["phone"]]);
  club.clock.advance(10 * 60_000 + 1000);
  await club.ask(register, intruder);
  expect(
    (await club.call(sendPhoneCode, { phone: victim.phone, code: await codeFor(club, victim.phone) })).status,
  ).toBe(422);
});

test("§8.2 the INN of a registration that was never confirmed is free again when its code has expired", async () => {
  const abandoned = await form();
  await club.ask(register, abandoned);
  await club.ask(sendPhoneCode, { phone: abandoned.phone });
  const rightful = await form({ company_inn: abandoned.company_inn });
  expect((await club.call(register, rightful)).refusal?.aliases).toEqual([alias.companyExists]);
  expect(await club.ask(companyExists, { inn: abandoned.company_inn })).toEqual({ exists: false });
  club.clock.advance(10 * 60_000 + 1000);
  const { user_id } = await club.ask(register, rightful);
  const companies = await club.db
    .selectFrom("companies")
    .selectAll()
    .where("inn", "=", abandoned.company_inn)
    .execute();
  expect(companies.map((company) => company.owner_id)).toEqual([Number(user_id)]);
});

test("§4.8 a registration with the phone of one abandoned attempt and the e-mail of another joins them", async () => {
  const one = await form();
  const two = await form();
  await club.ask(register, one);
  const kept = await club.ask(register, two);
  const { user_id } = await club.ask(register, { ...two, email: one.email, company_inn: two.company_inn });
  expect(user_id).toBe(kept.user_id);
  const left = await club.db.selectFrom("users").select("id").where("email", "=", one.email).execute();
  expect(left).toHaveLength(1);
});

test("§4.8 an abandoned registration to which something belongs isn't thrown away, and support joins them", async () => {
  const one = await form();
  const two = await form();
  const first = await club.ask(register, one);
  await club.ask(register, two);
  const inviter = await addPerson(club);
  await club.db
    .updateTable("users")
    .set({ referred_by_id: Number(first.user_id) })
    .where("id", "=", inviter.id)
    .execute();
  const { status, refusal } = await club.call(register, { ...two, email: one.email });
  expect([status, refusal?.fields]).toEqual([
    409,
    { email: "С этим e-mail уже начата другая регистрация. Обратитесь в техническую поддержку." },
  ]);
  const companies = club.db.selectFrom("companies").select("owner_id").where("inn", "=", one.company_inn);
  expect(await companies.execute()).toEqual([{ owner_id: Number(first.user_id) }]);
});

test("§3.2 twenty registrations of one phone at once create one person", async () => {
  const input = await form();
  const answers = await Promise.all(Array.from({ length: 20 }, () => club.call(register, input)));
  expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200));
  expect(await club.db.selectFrom("users").select("id").where("phone", "=", input.phone).execute()).toHaveLength(1);
});

test("§1.4 §1.3 an invited member belongs to the inviter, who gets points once the phone is confirmed and the rules are accepted", async () => {
  const invite = await club.db
    .insertInto("invites")
    .values({ inviter_id: manager.id, email: "i@example.com", first_name: "И", last_name: "К", target_role: "member" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const input = await form({ related_to_user_id: [], invite_id: invite.id });
  const { id, token } = await join(club, input);
  expect(await readUser(id)).toMatchObject({ manager_id: manager.id, curator_id: curator.id, invite_id: invite.id });
  const balance = async () => (await club.ask(profile, {}, { token: await manager.logIn() })).points.points;
  expect(await balance()).toBe(0);
  await club.ask(acceptAgreement, {}, { token });
  await club.ask(acceptAgreement, {}, { token });
  expect(await balance()).toBe(100);
});

test("§6.4 a manager's choice of the distributor is confirmed by an invitation of its curator, and by nothing else", async () => {
  const other = await addPerson(club, { role: "curator" });
  await addCompany(club, other.id, "distributor", "Шкив");
  const isConfirmed = async (inviterId: number | null, chosen: typeof curator) => {
    const email = `invited${freshPhone()}@example.com`;
    const values = { email, first_name: "Олег", last_name: "Рыбин", target_role: "manager" } as const;
    const invite =
      inviterId === null
        ? undefined
        : await club.db
            .insertInto("invites")
            .values({ ...values, inviter_id: inviterId })
            .returning("id")
            .executeTakeFirstOrThrow();
    const input = { ...salesForm(), related_to_user_id: [chosen.id], ...(invite && { invite_id: invite.id }) };
    const { user_id } = await club.ask(register, input);
    return (await readUser(user_id)).distributor_confirmed_at !== null;
  };
  expect(await isConfirmed(null, curator)).toBe(false);
  expect(await isConfirmed(curator.id, other)).toBe(false);
  expect(await isConfirmed(manager.id, curator)).toBe(false);
  expect(await isConfirmed(curator.id, curator)).toBe(true);
});

test("§6.4 §5.12 whoever registers again has the network and the unconfirmed distributor of the later registration", async () => {
  const { id: inviter_id } = curator;
  const invite = await club.db
    .insertInto("invites")
    .values({ inviter_id, email: "twice@example.org", first_name: "О", last_name: "Р", target_role: "manager" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const input = salesForm();
  const { user_id } = await club.ask(register, { ...input, invite_id: invite.id }, { address: "203.0.113.5" });
  expect((await readUser(user_id)).distributor_confirmed_at).not.toBeNull();
  const other = await addPerson(club, { role: "curator" });
  await club.ask(register, { ...input, related_to_user_id: [other.id] }, { address: "198.51.100.5" });
  expect(await readUser(user_id)).toMatchObject({
    curator_id: other.id,
    distributor_confirmed_at: null,
    registration_network: "198.51.100.0/24",
  });
});

test("§1.4 whoever registers again by another invitation sets the first one free", async () => {
  const invite = (email: string) =>
    club.db
      .insertInto("invites")
      .values({ inviter_id: manager.id, email, first_name: "И", last_name: "К", target_role: "member" })
      .returning("id")
      .executeTakeFirstOrThrow();
  const [first, second] = [await invite("first@example.org"), await invite("second@example.org")];
  const input = await form();
  const { user_id } = await club.ask(register, { ...input, invite_id: first.id });
  await club.ask(register, { ...input, invite_id: second.id });
  const answered = club.db.selectFrom("invites").select(["status", "registered_user_id"]);
  expect(await answered.where("id", "=", first.id).executeTakeFirst()).toEqual({
    status: "sent",
    registered_user_id: null,
  });
  expect(await answered.where("id", "=", second.id).executeTakeFirst()).toEqual({
    status: "registered",
    registered_user_id: Number(user_id),
  });
});

test("§1.4 without a choice the relation is that of the referral link's owner", async () => {
  const { user_id } = await club.ask(
    register,
    await form({ related_to_user_id: [], referral_from_user_id: manager.referral_code }),
  );
  expect(await readUser(user_id)).toMatchObject({ manager_id: manager.id, referred_by_id: manager.id });
});

test.each(["curator", "manager"] as const)(
  "§1.4 §5.4 nobody gets the distributor of a %s who has left, by the invitation, the link or both",
  async (role) => {
    const inviter = await addPerson(club, { role, ...(role === "manager" && { curator_id: curator.id }) });
    const values = { email: `of-${role}@example.com`, first_name: "И", last_name: "К", target_role: "member" } as const;
    const invite = await club.db
      .insertInto("invites")
      .values({ ...values, inviter_id: inviter.id })
      .returning("id")
      .executeTakeFirstOrThrow();
    const byInvite = { invite_id: invite.id };
    const byLink = { referral_from_user_id: inviter.referral_code };
    const ways = [byInvite, byLink, { ...byInvite, ...byLink }];
    const tryWays = () =>
      Promise.all(
        ways.map(async (way) => {
          const { status, refusal } = await club.call(register, await form({ related_to_user_id: [], ...way }));
          return [status, Object.keys(refusal?.fields ?? {})];
        }),
      );
    const setDisabled = (is_disabled: boolean) =>
      club.db.updateTable("users").set({ is_disabled }).where("id", "=", inviter.id).execute();
    await setDisabled(true);
    expect(await tryWays()).toEqual(ways.map(() => [422, ["related_to_user_id"]]));
    // Whoever chooses somebody else registers all the same.
    expect((await club.call(register, await form(byInvite))).status).toBe(200);
    await setDisabled(false);
    expect(await tryWays()).toEqual(ways.map(() => [200, []]));
  },
);

test("§2.4.1 §5.4 an invitation that has ended gives no distributor any more", async () => {
  const values = { email: "ended@example.com", first_name: "И", last_name: "К", target_role: "member" } as const;
  const invite = await club.db
    .insertInto("invites")
    .values({ ...values, inviter_id: manager.id, expires_at: club.clock.now() })
    .returning("id")
    .executeTakeFirstOrThrow();
  const registerInvited = async () => club.call(register, await form({ related_to_user_id: [], invite_id: invite.id }));
  expect((await registerInvited()).refusal?.fields).toHaveProperty("related_to_user_id");
  const expires_at = new Date(club.clock.now().getTime() + 60_000);
  await club.db.updateTable("invites").set({ expires_at }).where("id", "=", invite.id).execute();
  expect((await registerInvited()).status).toBe(200);
});

test("§3.2 §5.4 the inviter may be given as the chosen person: a curator, a manager, or a system participant without a distributor", async () => {
  const system = await addPerson(club, { role: "manager", is_system: true });
  const relate = async (inviter: typeof curator) => {
    const input = { related_to_user_id: [inviter.id], referral_from_user_id: inviter.referral_code };
    const { user_id } = await club.ask(register, await form(input));
    const { curator_id, manager_id } = await readUser(user_id);
    return [curator_id, manager_id];
  };
  expect(await relate(curator)).toEqual([curator.id, null]);
  expect(await relate(manager)).toEqual([curator.id, manager.id]);
  expect(await relate(system)).toEqual([null, null]);
  const stranger = await club.call(register, await form({ related_to_user_id: [system.id] }));
  expect(stranger.refusal?.fields).toHaveProperty("related_to_user_id");
});

test("§1.5 a promo code of the registration counts once, and its points are pending until the rules are accepted", async () => {
  const promotion = await club.db
    .insertInto("promotions")
    .values({ name: "Осень", accepts_promo_codes: true })
    .returning("id")
    .executeTakeFirstOrThrow();
  await club.db.insertInto("promo_codes").values({ code: "OSEN1", promotion_id: promotion.id, points: 70 }).execute();
  const input = await form({ promo_code: "osen-1" });
  await club.ask(register, input);
  // Whoever sends the form once more, with the code in another spelling, has it already.
  await club.ask(register, { ...input, promo_code: "OSEN 1" });
  const { token } = await join(club, input);
  expect((await club.ask(profile, {}, { token })).points.points).toBe(0);
  await club.ask(acceptAgreement, {}, { token });
  expect((await club.ask(profile, {}, { token })).points.points).toBe(70);
});

test("§6.4 one address registers sixty people an hour, and no other address is refused for it", async () => {
  const address = "203.0.113.61";
  const registerFrom = async (from: string) => club.call(register, salesForm(), { address: from });
  expect((await registerFrom(address)).status).toBe(200);
  await setCountedCalls(club, `register:address:${address}`, 59);
  expect((await registerFrom(address)).status).toBe(200);
  const above = await registerFrom(address);
  expect([above.status, above.refusal?.message]).toEqual([
    429,
    expect.stringContaining("С вашего адреса слишком много регистраций."),
  ]);
  expect((await registerFrom("203.0.114.61")).status).toBe(200);
  club.clock.advance(61 * 60_000);
  expect((await registerFrom(address)).status).toBe(200);
});

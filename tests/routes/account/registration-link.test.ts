import { afterAll, beforeAll, expect, test } from "vitest";
import { newcomers } from "../../../club/demo/companies";
import { createInvite } from "../../../contract/invites";
import { openTestClub, type TestClub } from "../../setup/club";
import { findPerson, firstChoice, phones } from "../../setup/demo";
import { openTestPortal, type TestPortal } from "../../setup/portal";
import { openBrowser, type PortalBrowser, type Typed } from "../../setup/portal-browser";
import { openRecordingUpstream, type RecordingUpstream } from "../../setup/recording-upstream";

let club: TestClub;
let upstream: RecordingUpstream;
let portal: TestPortal;
/** Replaces replies of the club. */
let changeReply: (path: string, json: unknown) => unknown = () => undefined;
let curator: number;
let manager: number;
let serial = 9;

beforeAll(async () => {
  club = await openTestClub({ seed: true });
  upstream = await openRecordingUpstream(club.origin);
  upstream.changeReplies((path, json) => changeReply(path, json));
  portal = await openTestPortal({ ...club, origin: upstream.origin });
  curator = Number(await findPerson(club, phones.curator));
  manager = Number(await findPerson(club, phones.manager));
});
afterAll(async () => {
  await portal.close();
  await upstream.close();
  await club.close();
});

const NO_MANAGER = { manager_contact: "", agreementMember: true };
const LEAVE = "Зарегистрироваться без приглашения";

/** What an invitation says about the person, and what is sent for it. */
function newPerson() {
  serial += 1;
  return {
    email: `guest${serial}@example.ru`,
    last_name: "Рябинин",
    first_name: "Олег",
    sur_name: "Ильич",
    number: serial,
  };
}

/** @returns the id of a new invitation, and whom it is for */
async function invite(inviter: string, role: "manager" | "member") {
  const person = newPerson();
  const { number: _, ...input } = person;
  const token = await club.logIn(inviter);
  const { id } = await club.ask(createInvite, { ...input, target_promo_group_system_name: role }, { token });
  return { id, person };
}

const fields = (browser: PortalBrowser, path: string) =>
  browser.open(path).then(({ document }) => ({
    document,
    hasDistributor: document.querySelector("select[name=curator]") !== null,
    hasManagerBox: document.querySelector("[name=agreementMember]") !== null,
    // With what a form has come to, which stands before the content.
    words: Array.from(document.querySelectorAll(".outcome, main"), ({ textContent }) => textContent ?? "")
      .join(" ")
      .replace(/\s+/g, " "),
  }));

/** Fills in the open registration of a member and sends it. @returns the page and what was sent to `register` */
async function sendShop(browser: PortalBrowser, document: Document, change: Record<string, Typed> = {}) {
  const before = upstream.requests.length;
  const { number, ...person } = newPerson();
  const page = await browser.submit(
    {
      ...person,
      phone: `8 (912) 300-00-${number}`,
      company_inn: newcomers[number]?.inn ?? "",
      company_actual_address_organization: "г. Тверь, ул. Лесная, д. 4",
      company_segment_id: firstChoice(document, "company_segment_id"),
      policy: true,
      dataAgreement: true,
      ...change,
    },
    "Зарегистрироваться",
  );
  return { page, sent: findSent(before) };
}

async function sendManager(browser: PortalBrowser, change: Record<string, Typed> = {}) {
  const before = upstream.requests.length;
  const { number, ...person } = newPerson();
  const phone = `8 (912) 300-00-${number}`;
  const page = await browser.submit(
    { ...person, phone, policy: true, dataAgreement: true, ...change },
    "Зарегистрироваться",
  );
  return { page, sent: findSent(before) };
}

/** The part of a registration that says where the person comes from; undefined when nothing was sent. */
function findSent(before: number) {
  const request = upstream.requests.slice(before).find(({ path }) => path === "/api/register");
  if (!request) return undefined;
  const { user_role, related_to_user_id, is_allow_email_notify, invite_id, referral_from_user_id } =
    request.body as Record<string, unknown>;
  return { user_role, related_to_user_id, is_allow_email_notify, invite_id, referral_from_user_id };
}

async function openLink(query: string) {
  const browser = openBrowser(portal);
  const { location } = await browser.open(`/?${query}`);
  return { browser, location: location ?? "", ...(await fields(browser, location ?? "")) };
}

const member = { user_role: "member", is_allow_email_notify: 0 };
const sales = { user_role: "manager", is_allow_email_notify: 0 };

test("§3.2 §5.4 a shop that a curator invites names its manager or ticks «no manager»; then it belongs to the curator", async () => {
  const first = await invite(phones.curator, "member");
  const opened = await openLink(`invite=${first.id}`);
  expect(opened).toMatchObject({ location: "/register/member", hasDistributor: false, hasManagerBox: true });
  const neither = await sendShop(opened.browser, opened.document);
  expect([neither.page.status, neither.sent]).toEqual([400, undefined]);
  expect(neither.page.document.querySelector("[name=manager_contact]")?.getAttribute("aria-invalid")).toBe("true");
  const without = await sendShop(opened.browser, opened.document, NO_MANAGER);
  expect(without.sent).toEqual({ ...member, related_to_user_id: [curator], invite_id: first.id });

  const second = await invite(phones.curator, "member");
  const { browser, document } = await openLink(`invite=${second.id}`);
  const named = await sendShop(browser, document, { manager_contact: "8 900 000 00 02" });
  expect(named.sent).toEqual({ ...member, related_to_user_id: [manager], invite_id: second.id });
  expect([without.page.location, named.page.location]).toEqual(["/activation", "/activation"]);
});

test("§3.2 §5.4 a shop that a manager invites belongs to that manager, unless it names another", async () => {
  const first = await invite(phones.manager, "member");
  const opened = await openLink(`invite=${first.id}`);
  expect(opened).toMatchObject({ hasDistributor: false, hasManagerBox: false });
  const { sent } = await sendShop(opened.browser, opened.document);
  expect(sent).toEqual({ ...member, related_to_user_id: [manager], invite_id: first.id });

  const second = await invite(phones.manager, "member");
  const { browser, document } = await openLink(`invite=${second.id}`);
  const other = await sendShop(browser, document, { manager_contact: phones.otherManager });
  const otherManager = Number(await findPerson(club, phones.otherManager));
  expect(other.sent).toEqual({ ...member, related_to_user_id: [otherManager], invite_id: second.id });
});

test("§3.2 §5.4 an upstream that doesn't tell who invites leaves the choice to the shop", async () => {
  changeReply = (path, json) => {
    if (!path.startsWith("invites/")) return undefined;
    const { is_manager: _, ...result } = (json as { result: Record<string, unknown> }).result;
    return { success: true, result };
  };
  const { id } = await invite(phones.manager, "member");
  const { browser, document, hasManagerBox } = await openLink(`invite=${id}`);
  expect(hasManagerBox).toBe(true);
  const { page, sent } = await sendShop(browser, document, NO_MANAGER);
  changeReply = () => undefined;
  expect(page.location).toBe("/activation");
  expect(sent).toEqual({ ...member, related_to_user_id: [manager], invite_id: id });
});

test("§3.3 an invited manager, and one who was referred, belong to the inviter; one without a link to the chosen distributor", async () => {
  const { id } = await invite(phones.curator, "manager");
  const invited = await openLink(`invite=${id}`);
  expect(invited).toMatchObject({ location: "/register/manager", hasDistributor: false });
  expect((await sendManager(invited.browser)).sent).toEqual({
    ...sales,
    related_to_user_id: [curator],
    invite_id: id,
  });

  const referred = await openLink(`referral=${manager}&role=manager`);
  // Numbers can be counted up, so that a link with one names nobody.
  expect(referred.words).not.toContain("Ирина");
  expect((await sendManager(referred.browser)).sent).toEqual({
    ...sales,
    related_to_user_id: [manager],
    referral_from_user_id: manager,
  });

  const browser = openBrowser(portal);
  const { document } = await fields(browser, "/register/manager");
  const chosen = firstChoice(document, "curator");
  expect((await sendManager(browser, { curator: chosen })).sent).toEqual({
    ...sales,
    related_to_user_id: [Number(chosen)],
  });
});

test("§3.2 §2.4.2 a referred shop belongs to the referrer; a referrer who is a curator replaces no manager", async () => {
  const byManager = await openLink(`referral=${manager}&role=member`);
  expect(byManager.hasManagerBox).toBe(false);
  const first = await sendShop(byManager.browser, byManager.document);
  expect(first.sent).toEqual({ ...member, related_to_user_id: [manager], referral_from_user_id: manager });
  // Named by the code of the link, the referrer is written down by the id that the club has found for it.
  const { referral_code } = await club.db
    .selectFrom("users")
    .select("referral_code")
    .where("id", "=", manager)
    .executeTakeFirstOrThrow();
  const byCode = await openLink(`referral=${referral_code}&role=member`);
  expect((await sendShop(byCode.browser, byCode.document)).sent).toEqual(first.sent);
  const byCurator = await openLink(`referral=${curator}&role=member`);
  expect(byCurator.hasManagerBox).toBe(true);
  const second = await sendShop(byCurator.browser, byCurator.document, NO_MANAGER);
  expect(second.sent).toEqual({ ...member, related_to_user_id: [curator], referral_from_user_id: curator });
});

test("§2.4.1 §2.4.2 a link counts for the form of its role only", async () => {
  const { id } = await invite(phones.curator, "manager");
  const { browser } = await openLink(`invite=${id}`);
  const other = await fields(browser, "/register/member");
  expect(other.hasDistributor).toBe(true);
  expect(other.words).not.toContain("Вас пригласил");
  const distributor = firstChoice(other.document, "curator");
  const { sent } = await sendShop(browser, other.document, { ...NO_MANAGER, curator: distributor });
  expect(sent).toEqual({ ...member, related_to_user_id: [Number(distributor)] });
});

test("§2.4.1 an invitation can be left: the form of the role stays, without it", async () => {
  const { id, person } = await invite(phones.curator, "manager");
  const { browser, document } = await openLink(`invite=${id}`);
  expect(document.querySelector<HTMLInputElement>("[name=last_name]")?.value).toBe(person.last_name);
  const { location } = await browser.submit({}, LEAVE);
  expect(location).toBe("/register/manager");
  const after = await fields(browser, location ?? "");
  expect(after.hasDistributor).toBe(true);
  expect(after.document.querySelector<HTMLInputElement>("[name=last_name]")?.value).toBe("");
  const chosen = firstChoice(after.document, "curator");
  expect((await sendManager(browser, { curator: chosen })).sent).toEqual({
    ...sales,
    related_to_user_id: [Number(chosen)],
  });
});

test("§2.4.1 §8.10 an invitation that can't be used leads home with a notice that says why, shown once", async () => {
  const browser = openBrowser(portal);
  const { location } = await browser.open("/?invite=00000000-0000-4000-8000-000000000000");
  expect(location).toBe("/");
  const words = async () => (await fields(browser, "/")).words;
  expect(await words()).toContain("Приглашение не открылосьПриглашение не найдено, уже использовано или истекло.");
  expect(await words()).not.toContain("Приглашение не открылось");

  const { id } = await invite(phones.curator, "manager");
  changeReply = (path, json) => {
    if (!path.startsWith("invites/")) return undefined;
    const { result } = json as { result: object };
    return { success: true, result: { ...result, target_promo_group_system_name: "tadam" } };
  };
  const unknown = await browser.open(`/?invite=${id}`);
  changeReply = () => undefined;
  expect(unknown.location).toBe("/");
  expect(await words()).toContain("Оно не для менеджера по продажам и не для магазина или автосервиса.");
});

test("§2.4.1 an invitation that expires while the form is filled in says so, and nothing typed is lost", async () => {
  const { id } = await invite(phones.curator, "manager");
  const { browser } = await openLink(`invite=${id}`);
  await club.db
    .updateTable("invites")
    .set({ expires_at: new Date(0) })
    .where("id", "=", id)
    .execute();
  const late = await sendManager(browser, { last_name: "Набранный" });
  expect([late.page.status, late.sent]).toEqual([422, undefined]);
  const main = late.page.document.querySelector("main");
  expect(main?.textContent).toContain("Приглашение больше не действует");
  expect(main?.querySelector<HTMLInputElement>("[name=last_name]")?.value).toBe("Набранный");
  const chosen = firstChoice(late.page.document, "curator");
  const again = await sendManager(browser, { curator: chosen });
  expect([again.page.location, again.sent]).toEqual([
    "/activation",
    { ...sales, related_to_user_id: [Number(chosen)] },
  ]);

  const next = await invite(phones.curator, "manager");
  const opened = openBrowser(portal);
  await opened.open(`/?invite=${next.id}`);
  await club.db
    .updateTable("invites")
    .set({ expires_at: new Date(0) })
    .where("id", "=", next.id)
    .execute();
  expect((await fields(opened, "/register/manager")).words).toContain("Приглашение больше не действует");
  expect((await fields(opened, "/register/manager")).words).not.toContain("Приглашение больше не действует");
});

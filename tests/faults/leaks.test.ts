import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readSession } from "../../app/session/session.server";
import type { Log } from "../../club/platform/services";
import { DEMO_PASSWORD, openTestClub, type TestClub } from "../setup/club";
import { CLIENT_ID, CLIENT_SECRET } from "../setup/club-call";
import { readMailedPassword } from "../setup/outbox";
import { openTestPortal, type TestPortal } from "../setup/portal";
import { startPortalServer } from "../setup/portal-server";
import { type FaultyUpstream, openFaultyUpstream } from "./faulty-upstream";
import { captureOutput, createVisitor, type Traces, type Visitor } from "./leak-journey";

const NAME = { last_name: "Утечкина", first_name: "Аделаида", sur_name: "Брониславовна" };
const PHONE = "79135557731";
const EMAIL = "utechkina-secret@example.ru";
const WRONG_PASSWORD = "wrong-Pa55word-typed";
const NEW_PASSWORD = "new-Pa55word-chosen";
const MEMBER = "79000000003";
const CARD = "5469380173642959";
const WRONG_CARD = "5469380173642958";
const HOLDER = "ADELAIDA UTECHKINA";
const PASSPORT = {
  birth_date: "1983-07-19",
  passport_series: "4587",
  passport_number: "918273",
  passport_issue_date: "2011-03-28",
  passport_issued_by: "Отделом УФМС по Утечкинскому району",
  passport_code: "781-436",
  registration_address: "г. Утечкинск, ул. Секретная, д. 41",
  inn: "500100732259",
};
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const traces: Traces = { logs: [], outbox: [], locations: [], cookies: [] };
const ownPages: string[] = [];
/** The secrets that the club issued. The code is apart, because any page may contain its four digits by chance. */
const issuedSecrets: Record<string, string> = { "client credential": btoa(`${CLIENT_ID}:${CLIENT_SECRET}`) };
let code = "";

let club: TestClub;
let upstream: FaultyUpstream;
let portal: TestPortal;
let server: Awaited<ReturnType<typeof startPortalServer>>;

function write(level: string) {
  return (fields: object, message: string) => {
    const line = JSON.stringify({ level, ...fields, message });
    (message === "a message without a gateway" ? traces.outbox : traces.logs).push(line);
  };
}
const clubLog: Log = { info: write("info"), warn: write("warn"), error: write("error") };

beforeAll(async () => {
  process.env.LOG_LEVEL = "trace";
  process.env.ORDER_PAUSE_MS = "0";
  club = await openTestClub({ seed: true, log: clubLog, settings: { documentsLimit: 1_000_000 } });
  upstream = await openFaultyUpstream(club.origin);
  captureOutput(traces.logs);
  portal = await openTestPortal({ ...club, origin: upstream.origin });
  server = await startPortalServer(portal, traces.logs);
  try {
    await register();
    await submitCardAndPassport();
    await repeatWithFaults();
  } finally {
    vi.restoreAllMocks();
  }
});
afterAll(async () => {
  await server.close();
  await portal.close();
  await upstream.close();
  await club.close();
});

const newVisitor = () => createVisitor(server.origin, traces);

async function readToken(visitor: Visitor): Promise<string> {
  const Cookie = [...visitor.jar].map(([name, value]) => `${name}=${value}`).join("; ");
  return (await readSession(new Request("http://club.test/", { headers: { Cookie } })))?.token ?? "";
}

const registration = (distributor: string) => ({
  ...NAME,
  phone: "8 (913) 555-77-31",
  email: EMAIL,
  curator: distributor,
  policy: "on",
  dataAgreement: "on",
  intent: "register",
});

/** Registers, confirms the code, logs in and recovers a password. */
async function register() {
  const visitor = newVisitor();
  const { html } = await visitor.open("/register/manager");
  const distributor = /<option value="(\d+)"/.exec(html)?.[1] ?? "";
  const refused = await visitor.post("/register/manager", { ...registration(distributor), policy: "" });
  expect(refused.status).toBe(400);
  const taken = await visitor.post("/register/manager", registration(distributor));
  expect([taken.status, taken.location]).toEqual([303, "/activation"]);
  code = /\b\d{4}\b/.exec((await club.lastMessage(PHONE, "код клуба")).text)?.[0] ?? "";
  await visitor.post("/activation", { intent: "confirm", code: code === "1234" ? "4321" : "1234" });
  expect((await visitor.post("/activation", { intent: "confirm", code })).location).toBe("/login");
  issuedSecrets.password = readMailedPassword((await club.lastMessage(EMAIL, "Пароль:")).text);
  await visitor.open("/login");
  await visitor.post("/login", { login: PHONE, password: WRONG_PASSWORD });
  expect((await visitor.post("/login", { login: PHONE, password: issuedSecrets.password })).location).toMatch(
    /profile/,
  );
  issuedSecrets.token = await readToken(visitor);
  for (const path of ["/dashboard/profile/", "/agreement", "/feedback"]) ownPages.push((await visitor.open(path)).html);
  await visitor.post("/logout", {});

  await visitor.post("/recovery", { login: EMAIL });
  const mail = (await club.lastMessage(EMAIL, "Новый пароль для входа")).text;
  const query = /\?check_word=\S+/.exec(mail)?.[0] ?? "";
  issuedSecrets["word of the link"] = new URLSearchParams(query).get("check_word") ?? "";
  expect((await visitor.open(`/${query}`)).location).toBe("/recovery/password");
  const words = { new_password: NEW_PASSWORD, new_password_confirm: NEW_PASSWORD };
  const different = await visitor.post("/recovery/password", { ...words, new_password_confirm: WRONG_PASSWORD });
  ownPages.push(different.html);
  expect((await visitor.post("/recovery/password", words)).location).toMatch(/^\/login/);
  const back = await visitor.post("/login?mode=email", { login: EMAIL, password: NEW_PASSWORD });
  expect(back.location).toMatch(/profile/);
  issuedSecrets["second token"] = await readToken(visitor);
}

function documents(): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...NAME, ...PASSPORT })) form.set(name, value);
  for (const name of ["passport_main", "passport_registration"]) {
    form.set(name, new File([PNG], "passport.png", { type: "image/png" }));
  }
  return form;
}

/** Orders a payout to a card, then submits the passport. */
async function submitCardAndPassport() {
  const member = newVisitor();
  await member.post("/login", { login: MEMBER, password: DEMO_PASSWORD });
  issuedSecrets["member's token"] = await readToken(member);
  const payout = sql<{ id: number }>`select id from prizes where name like 'Выплата на карту 500%'`;
  const prize_id = String((await payout.execute(club.db)).rows[0]?.id);
  const gift = (recipient: string) =>
    member.post("/dashboard/gifts/card", { prize_id, cartCount: "1", recipient, operator: HOLDER });
  const wrong = await gift(WRONG_CARD);
  expect(wrong.status).toBe(400);
  expect((await gift(CARD.replace(/(.{4})/g, "$1 "))).location).toBe("/dashboard/gifts/#tag-card");
  const cart = await member.open("/dashboard/gifts/cart");
  expect(cart.html).toContain("2959");
  const basket = /name="basket" value="([^"]+)"/.exec(cart.html)?.[1] ?? "";
  const ordered = await member.post("/dashboard/gifts/order", { basket });
  expect(ordered.location).toMatch(/^\/dashboard\/gifts\/?$/);
  const after = await Promise.all(["/dashboard/gifts/", "/dashboard/points/"].map((path) => member.open(path)));
  const invalid = documents();
  invalid.set("passport_code", "781436x");
  const refused = await member.post("/dashboard/documents", invalid);
  expect(refused).toMatchObject({ status: 303, location: "/dashboard/documents" });
  expect((await member.post("/dashboard/documents", documents())).location).toBe("/dashboard/documents");
  const seen = await member.open("/dashboard/documents");
  ownPages.push(wrong.html, cart.html, seen.html, ...after.map(({ html }) => html));
}

/** Repeats it with faults, because they log the most. */
async function repeatWithFaults() {
  const [visitor, member] = [newVisitor(), newVisitor()];
  await member.post("/login", { login: MEMBER, password: DEMO_PASSWORD });
  issuedSecrets["token in faults"] = await readToken(member);
  const send = async () => {
    await visitor.post("/login", { login: PHONE, password: NEW_PASSWORD });
    await visitor.post("/recovery", { login: EMAIL });
    await visitor.post("/register/manager", { ...registration("1"), email: `other-${EMAIL}`, phone: "79135557732" });
    await member.post("/dashboard/documents", documents());
    await visitor.open(`/?check_word=${issuedSecrets["word of the link"]}&email=${EMAIL}`);
    await visitor.open(`/nowhere/?phone=${PHONE}`);
  };
  for (const fault of ["contract-mismatch", "refuse", "garbage", 500] as const) {
    upstream.fail(fault, /./);
    await send();
  }
  upstream.fail(null);
  for (const table of ["documents", "users"]) {
    await sql`alter table ${sql.table(table)} rename to away`.execute(club.db);
    await send();
    await sql`alter table away rename to ${sql.table(table)}`.execute(club.db);
  }
}

/** Whether a text contains a value: as it is, encoded for an address or JSON, or with its digits in groups. */
function includesValue(text: string, value: string): boolean {
  const plain = [text, text.replaceAll("+", " "), decodeEscapes(text)];
  const digits = /^\d{6,}$/.test(value) ? [text.replace(/(?<=\d)[\s\u00a0()-]+(?=\d)/g, "")] : [];
  return [...plain, ...digits].some((form) => form.includes(value));
}

function decodeEscapes(text: string): string {
  const addressed = text.replace(/(%[0-9a-f]{2})+/gi, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return escaped;
    }
  });
  return addressed.replace(/\\u([0-9a-f]{4})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}

/** The names of the values that a text contains. */
function findIn(text: string, values: Record<string, string>): string[] {
  return Object.entries(values).flatMap(([name, value]) => (includesValue(text, value) ? [name] : []));
}

/** Values that no page may show, not even to the participant who typed them. */
const secretValues = () => ({
  ...issuedSecrets,
  "wrong password": WRONG_PASSWORD,
  "new password": NEW_PASSWORD,
  card: CARD,
  "wrong card": WRONG_CARD,
  passport: PASSPORT.passport_number,
});
/** Values that only the participant may see. */
const personalValues = () => ({
  ...secretValues(),
  ...NAME,
  phone: PHONE.slice(1),
  email: EMAIL,
  holder: HOLDER,
  "issued by": PASSPORT.passport_issued_by,
  address: PASSPORT.registration_address,
});

/** Leaves out numbers that may look like the code by chance. */
const withoutNumbers = (line: string) =>
  line.replace(/"(time|ms|upstreamMs|requestId|pid)":("[^"]*"|[\d.]+)/g, "").replace(/:\d+:\d+|127\.0\.0\.1:\d+/g, "");
const hasCode = (text: string) => new RegExp(`(?<![\\w.])${code}(?![\\w.])`).test(text);

test("§4.19 the journey has issued every secret, and both the portal and the club have logged", () => {
  expect(Object.entries(issuedSecrets).filter(([, value]) => value.length < 6)).toEqual([]);
  expect(code).toMatch(/^\d{4}$/);
  // The search finds the values where they must be: in the outbox and on the participant's own pages.
  expect(findIn(traces.outbox.join(), personalValues())).toEqual(
    expect.arrayContaining(["phone", "email", "password", "word of the link"]),
  );
  expect(traces.outbox.filter(hasCode).length).toBeGreaterThan(0);
  expect(findIn(ownPages.join(), personalValues())).toEqual(expect.arrayContaining(["phone", "email", "last_name"]));
  const all = traces.logs.join("\n");
  for (const message of ["request", "a call failed", "doesn't match the contract", "the upstream can't be reached"]) {
    expect(all).toContain(message);
  }
  expect(all).toContain("/dashboard/documents");
});

test("§4.19 nothing of a person, no password, token, code, card or passport, is in what the portal and the club log", () => {
  const leaks = traces.logs.flatMap((line) => findIn(line, personalValues()).map((name) => `${name}: ${line}`));
  expect(leaks).toEqual([]);
  expect(traces.logs.filter((line) => hasCode(withoutNumbers(line)))).toEqual([]);
});

test("§4.19 no redirect carries a secret or anything of a person in its address", () => {
  expect(traces.locations.length).toBeGreaterThan(10);
  expect(traces.locations.flatMap((location) => findIn(location, personalValues()))).toEqual([]);
  expect(traces.locations.filter(hasCode)).toEqual([]);
});

test("§4.19 cookies carry nothing of it in the clear, neither as text nor as base64, and script can't read them", () => {
  expect(traces.cookies.length).toBeGreaterThan(5);
  const leaks = traces.cookies.flatMap((cookie) => {
    const value = decodeURIComponent(cookie.split(";", 1)[0]?.split(/=(.*)/s)[1] ?? "");
    const parts = value.split(/[.*~:]/).map((part) => Buffer.from(part, "base64url").toString("utf8"));
    return [value, ...parts].flatMap((text) => findIn(text, personalValues()).map((name) => `${name}: ${cookie}`));
  });
  expect(leaks).toEqual([]);
  expect(traces.cookies.filter((cookie) => !/; HttpOnly/i.test(cookie))).toEqual([]);
});

test("§4.19 passwords, tokens, cards and passports don't come back, not even on the person's own pages", () => {
  expect(ownPages.filter((html) => html.includes("<h1")).length).toBeGreaterThan(5);
  expect(ownPages.flatMap((html) => findIn(html, secretValues()))).toEqual([]);
});

test("§4.19 the pages of a guest and of another participant carry nothing of it", async () => {
  const [guest, other] = [newVisitor(), newVisitor()];
  await other.post("/login", { login: "79000000004", password: DEMO_PASSWORD });
  const guestPaths = [
    "/",
    "/login",
    "/feedback",
    "/register/manager",
    "/recovery",
    "/recovery/password",
    "/activation",
  ];
  const otherPaths = ["/dashboard/profile/", "/dashboard/gifts/", "/dashboard/gifts/cart", "/dashboard/points/"];
  const ask = (visitor: Visitor, paths: string[]) => Promise.all(paths.map((path) => visitor.open(path)));
  const pages = [
    ...(await ask(guest, guestPaths)),
    ...(await ask(other, ["/feedback", "/dashboard/documents", ...otherPaths])),
  ];
  expect(pages.filter(({ status }) => status === 200).length).toBeGreaterThan(8);
  expect(pages.flatMap(({ html }) => findIn(html, personalValues()))).toEqual([]);
});

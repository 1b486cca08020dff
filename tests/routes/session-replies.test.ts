import { randomBytes } from "node:crypto";
import { parseWithZod } from "@conform-to/zod";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { readKeptReply, redirectWithReply } from "../../app/features/documents/kept-reply.server";
import { findQuestions } from "../../app/features/faq/find-questions.server";
import { viewTask } from "../../app/features/invites/view-invites.server";
import { recoverySchema } from "../../app/features/recovery/recovery.schema.server";
import { viewTemporaryPassword } from "../../app/features/security/temporary-password.server";
import { viewSessions } from "../../app/features/security/view-sessions.server";
import { setUpstreamUrl } from "../../app/lib/configuration.server";
import { readFlowState, redirectByQuery } from "../../app/session/flow-state.server";
import { readPersonalCookie, writePersonalCookie } from "../../app/session/personal-cookie.server";
import { replyError, replyRefused } from "../../app/session/reply.server";
import { readReferrer } from "../../app/session/return-path.server";
import { findTokenFault, startSession } from "../../app/session/session.server";
import { openVisit, type RouteArgs, resultOf } from "../../app/session/visit.server";
import { importStatus } from "../../contract/invites";

// What a session, a form and a view make of values at their limits, without an upstream.

beforeAll(() => {
  vi.stubEnv("LOG_LEVEL", "silent");
  vi.stubEnv("SESSION_SECRETS", "tests-tests-tests-tests-tests-tests-tests");
  setUpstreamUrl("http://127.0.0.1:9");
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** The arguments of a loader for a request with these headers. */
const argsOf = (path: string, headers: Record<string, string> = {}) =>
  ({ request: new Request(`http://portal${path}`, { headers }), params: {}, context: {} }) as unknown as RouteArgs;

/** A request that brings back the cookies of a response. */
function comeBack(response: Response): Request {
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0]);
  return new Request("http://portal/", { headers: { Cookie: cookies.join("; ") } });
}

test("§4.2 of a browser's name the club hears 300 characters, as many as real ones have", async () => {
  const heardOf = async (name: string) => (await openVisit(argsOf("/", { "User-Agent": name }))).caller.userAgent;
  expect(await heardOf("Chrome")).toBe("Chrome");
  expect(await heardOf("x".repeat(301))).toBe("x".repeat(300));
});

const submit = (fields: Readonly<Record<string, string>>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return parseWithZod(form, { schema: z.object({}) });
};

test("§8.1 what a refusal says of two fields that are one here stands there, and the rest once above the form", () => {
  const fields = { phone: "Телефон занят.", email: "E-mail занят.", agreement: "Нет согласия." };
  const refusal = { status: 400, aliases: [], message: "E-mail занят.\nТелефон занят.", fields };
  const reply = replyRefused(submit({}), refusal, ["login"], { phone: "login", email: "login" });
  expect(reply.init?.status).toBe(400);
  expect(reply.data.error).toEqual({ login: ["Телефон занят.", "E-mail занят."], "": ["Нет согласия."] });
  const other = { ...refusal, status: 399, message: "Сначала подтвердите телефон.", fields: {} };
  const above = replyRefused(submit({}), other, ["login"]);
  expect([above.init?.status, above.data.error]).toEqual([422, { "": ["Сначала подтвердите телефон."] }]);
});

test("§4.19 a refused form comes back without its secrets, and without what is longer than any field", () => {
  const typed = {
    login: "79001112233",
    password: "вал",
    code: "1234",
    note: "я".repeat(10_000),
    list: "я".repeat(10_001),
  };
  const { data: reply } = replyError(submit(typed), "Нет.");
  expect(Object.keys(reply.initialValue ?? {})).toEqual(["login", "note"]);
});

test("§4.19 what a browser keeps of a participant is read by nobody else, and by nothing that expects something else", async () => {
  const schema = z.object({ phone: z.string() });
  const cookie = await writePersonalCookie("recipient", "7", { phone: "79001112233" }, 60);
  const request = new Request("http://portal/", { headers: { Cookie: cookie?.split(";", 1)[0] ?? "" } });
  expect(await readPersonalCookie(request, "recipient", "7", schema)).toEqual({ phone: "79001112233" });
  expect(await readPersonalCookie(request, "recipient", "8", schema)).toBeNull();
  expect(await readPersonalCookie(request, "recipient", "7", z.object({ card: z.string() }))).toBeNull();
  expect(await readPersonalCookie(new Request("http://portal/"), "recipient", "7", schema)).toBeNull();
  const long = { phone: randomBytes(6_000).toString("base64") };
  expect(await writePersonalCookie("recipient", "7", long, 60)).toBeNull();
});

const sessionOf = (token: string) => ({ token, userId: "7", role: "member" as const });

test("§4.1 a token can be used that one header can carry, and no other", () => {
  for (const token of ["key", "a b\tc", "\u00e9\u00ff"])
    expect([token, findTokenFault(sessionOf(token))]).toEqual([token, null]);
  for (const token of ["", "a\nb", "ключ", "key ключ", "ключ key", "a\u007f"]) {
    expect([token, findTokenFault(sessionOf(token))]).toEqual([token, "token-unusable"]);
  }
});

test("§4.1 a token is too long exactly where no cookies can hold its session", async () => {
  // Base64 of what can't be compressed, as tokens are.
  const token = randomBytes(6_000).toString("base64");
  const outcomes = new Set<string | null>();
  for (let length = 7_400; length <= 7_800; length += 10) {
    const session = sessionOf(token.slice(0, length));
    const fault = findTokenFault(session);
    expect([length, fault]).toEqual([length, (await startSession(session)) === null ? "token-too-long" : null]);
    outcomes.add(fault);
  }
  expect(outcomes).toEqual(new Set([null, "token-too-long"]));
});

test("§2.1.6 a form leads back to another page of this site, and from elsewhere to the home page", () => {
  const backFrom = (referrer: string) =>
    readReferrer(
      new Request("http://portal/light", { method: "POST", headers: referrer ? { Referer: referrer } : {} }),
    );
  expect(backFrom("http://portal/promo/?page=2#list")).toBe("/promo/?page=2");
  for (const referrer of ["", "nonsense", "http://portal/light?again=1", "http://portal.example/promo/"]) {
    expect([referrer, backFrom(referrer)]).toEqual([referrer, "/"]);
  }
});

test("§8.6 a refusal within a success is no success of the page either", async () => {
  const statusOf = (status: number) => {
    try {
      resultOf({ ok: false, refusal: { status, aliases: [], message: "Нет.", fields: {} } });
    } catch (thrown) {
      return (thrown as Response).status;
    }
    return null;
  };
  expect([statusOf(200), statusOf(403), statusOf(429)]).toEqual([422, 403, 429]);
});

test("§8.1 what a refusal says of several fields that the form doesn't have is said once", () => {
  const submission = parseWithZod(new FormData(), { schema: z.object({}) });
  const refusal = { status: 422, aliases: [], message: "Занято.", fields: { one: "Занято.", other: "Занято." } };
  expect(replyRefused(submission, refusal, ["third"]).data.error).toEqual({ "": ["Занято."] });
});

test("§2.4.5 blanks that a mail program has put around a secret of a link are left out", async () => {
  const answer = await redirectByQuery(argsOf("/?token=%20abc%0A")).catch((thrown: unknown) => thrown as Response);
  expect(await readFlowState(comeBack(answer as Response), "entry")).toEqual({ token: "abc" });
});

test("§3.8 of documents that are refused at every field, at length, the beginning of each message comes back", async () => {
  const session = { userId: "1", token: "t", role: "member" } as const;
  const letters = (field: number) =>
    Array.from({ length: 900 }, (_, at) => ((at + 1) * 7919 * field).toString(36)).join("");
  const fields = [1, 2, 3, 4, 5, 6, 7, 8].map((field) => [`field_${field}`, [letters(field)]] as [string, string[]]);
  const response = await redirectWithReply(session, { status: "error", error: Object.fromEntries(fields) });
  expect(response.headers.get("Location")).toBe("/dashboard/documents");
  const kept = await readKeptReply(comeBack(response), session);
  expect(kept?.error).toEqual(Object.fromEntries(fields.map(([field, [text]]) => [field, [text?.slice(0, 100)]])));
});

test("§4.9 a mailed password is over at the moment that was said, and not before", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-25T09:00:00Z") });
  const isOver = (password_valid_until: string) => viewTemporaryPassword({ password_valid_until })?.isOver;
  expect([isOver("2026-11-25T09:00:01Z"), isOver("2026-11-25T09:00:00Z")]).toEqual([false, true]);
  expect(viewTemporaryPassword({ password_valid_until: "" })).toBeNull();
  vi.useRealTimers();
});

test("§4.2 the network of a session is shown by its beginning, in either kind of address", () => {
  const session = { id: "1", user_agent: "", last_used_at: "", is_current: false };
  const networkOf = (network: string) => viewSessions([{ ...session, network }])[0]?.network;
  const networks = ["203.0.113.0/24", "2001:db8:1::/48", "203.0.113.7"];
  expect(networks.map(networkOf)).toEqual(["203.0.113.*", "2001:db8:1:*", "203.0.113.7"]);
});

test("§1.4 of a list's errors fifty are shown", () => {
  const errors = Array.from({ length: 51 }, (_, index) => ({ row: index + 2, field: "E-mail", message: "Ошибка" }));
  const task = importStatus.reply.parse({ id: 7, status: "done", errors });
  expect(
    viewTask(task, "7")
      .errors.map(({ row }) => row)
      .at(-1),
  ).toBe(51);
});

test("§1.7 a question is found by other forms of its words, a word of three letters as it is", () => {
  const questions = [
    { id: "1", question: "Как выбрать подарок?", answer: "В каталоге подарков." },
    { id: "2", question: "Где моя карта?", answer: "В профиле." },
  ];
  const find = (search: string) => findQuestions(questions, search).map(({ id }) => id);
  expect([find("подарки"), find("картой"), find("где"), find("гда")]).toEqual([["1"], ["2"], ["2"], []]);
  expect(find("")).toEqual(["1", "2"]);
});

test("§4.12 a password is restored by a phone of 11 digits, neither more nor fewer, or by an e-mail", () => {
  const read = (login: string) => recoverySchema.safeParse({ login }).data?.login ?? null;
  expect(["+7 900 111-22-33", "8 900 111 22 33", "m@example.ru"].map(read)).toEqual([
    ...["79001112233", "79001112233"],
    "m@example.ru",
  ]);
  expect(["7900111223", "790011122334", "m@example"].map(read)).toEqual([null, null, null]);
});

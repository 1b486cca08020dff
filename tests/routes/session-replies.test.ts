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
import { replyRefused } from "../../app/session/reply.server";
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

import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { emptyCart } from "../../app/features/cart/cart.server";
import { writeCart } from "../../app/features/cart/cart-cookie.server";
import { rememberPickup } from "../../app/features/cart/pickup-cookie.server";
import { setGoal } from "../../app/features/gifts/goal-cookie.server";
import { keepLastUsed } from "../../app/features/gifts/recipient-cookie.server";
import { log } from "../../app/lib/log.server";
import { action as consent } from "../../app/routes/cookies";
import { action as light } from "../../app/routes/light";
import { readFlowState, sealFlowState, setFlowState } from "../../app/session/flow-state.server";
import { setNotice } from "../../app/session/notice.server";
import { markSessionEnded, startSession } from "../../app/session/session.server";

const earlier = process.env.SESSION_SECRETS;
beforeAll(() => {
  process.env.SESSION_SECRETS ??= "tests-tests-tests-tests-tests-tests-tests";
});
afterAll(() => {
  if (earlier === undefined) delete process.env.SESSION_SECRETS;
});

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The cookie that a form without a page of its own sets. */
async function post(action: typeof consent, fields: Record<string, string>): Promise<string> {
  const request = new Request("http://portal/", { method: "POST", body: new URLSearchParams(fields) });
  const { headers } = await action({ request, params: {}, context: {} });
  return headers.get("Set-Cookie") ?? "";
}

const user = { id: "1", phone: "79000000001" };
const phone = [{ name: "recipient", type: "phone" }] as unknown as Parameters<typeof keepLastUsed>[2];

/** Each cookie of the portal, and the seconds for which it lasts. */
const cookies: readonly [name: string, seconds: number, write: () => Promise<string | null> | string][] = [
  ["session", 30 * DAY, async () => (await startSession({ token: "t", userId: "1", role: "member" }))?.[0] ?? ""],
  ["session_ended", DAY, markSessionEnded],
  ["cart", 30 * DAY, () => writeCart(emptyCart("1"), emptyCart("1"))],
  ["notice", 5 * MINUTE, () => setNotice({ kind: "info", text: "Текст" })],
  ["goal", 365 * DAY, () => setGoal("1", "7")],
  ["pickup", 365 * DAY, () => rememberPickup("1", { city: "Тверь", address: "Лесная, 4", code: "T1" })],
  ["recipient", 90 * DAY, () => keepLastUsed(new Request("http://portal/"), user, phone, ["79000000002", "1"])],
  ["recovery", HOUR / 2, () => setFlowState("recovery", { check_word: "w", email: "a@example.com" })],
  ["unsubscribe", HOUR / 2, () => setFlowState("unsubscribe", { id: "1", hash: "h" })],
  ["entry", HOUR / 2, () => setFlowState("entry", { token: "t" })],
  ["confirmed", HOUR / 2, () => setFlowState("confirmed", { phone: "79000000001" })],
  ["origin", DAY, () => setFlowState("origin", { role: "member", referralId: "1" })],
  ["documents", 10 * MINUTE, () => setFlowState("documents", { userId: "1", reply: "{}" })],
  ["cookie_consent", 100 * DAY, () => post(consent, {})],
  ["light", 365 * DAY, () => post(light, { light: "1" })],
];

test.each(cookies)(
  "§4.1 §4.14 §4.19 the cookie %s lasts for %i seconds, of this site only, and no script reads it",
  async (name, seconds, write) => {
    const [value, ...attributes] = (await write())?.split("; ") ?? [];
    expect(value?.split("=")[0]).toBe(name);
    expect(attributes).toEqual([`Max-Age=${seconds}`, "Path=/", "HttpOnly", "SameSite=Lax"]);
  },
);

test("§2.4.5 §4.19 what is too long for a cookie isn't cut but left out: the flow has no state, and the log says which", async () => {
  // Random, so that compressing doesn't shorten it.
  const tokenOf = (length: number) => randomBytes(length).toString("base64url").slice(0, length);
  const read = (cookie: string) =>
    readFlowState(new Request("http://portal/", { headers: { Cookie: cookie.split(";")[0] ?? "" } }), "entry");
  const logged: unknown[] = [];
  const error = vi.spyOn(log(), "error").mockImplementation((fields: unknown) => void logged.push(fields));
  const fits = tokenOf(2_000);
  expect(await read(await setFlowState("entry", { token: fits }))).toEqual({ token: fits });
  expect(await sealFlowState("entry", { token: fits })).toMatch(/^entry=/);
  expect(logged).toEqual([]);
  const long = tokenOf(4_000);
  expect(await sealFlowState("entry", { token: long })).toBeNull();
  const cleared = await setFlowState("entry", { token: long });
  expect(cleared).toMatch(/^entry=;.*Max-Age=0/);
  expect(await read(cleared)).toBeNull();
  expect(logged).toEqual([{ cookie: "entry" }]);
  error.mockRestore();
  // A state of another flow, or an altered one, is none.
  const other = await setFlowState("recovery", { check_word: "w", email: "a@example.com" });
  expect(await read(other.replace("recovery=", "entry="))).toBeNull();
});

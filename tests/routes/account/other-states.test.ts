import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { setUpstreamUrl } from "../../../app/lib/configuration.server";
import { action as activate, loader as loadActivation } from "../../../app/routes/activation";
import { loader as loadEntry } from "../../../app/routes/entry";
import { action as sendFeedback } from "../../../app/routes/feedback";
import { action as logIn } from "../../../app/routes/login";
import { action as registerManager } from "../../../app/routes/register.manager";
import { redirectByQuery, setFlowState } from "../../../app/session/flow-state.server";
import { readSession } from "../../../app/session/session.server";
import { freshPhone } from "../../club/club-people";
import { openTestClub, type TestClub } from "../../setup/club";
import { findPerson, phones } from "../../setup/demo";
import { openRecordingUpstream, type RecordingUpstream } from "../../setup/recording-upstream";
import { createVisitor, type Visitor } from "./visitor";

// The pages around the login, for somebody who is in another state than most who open them, and where two sources of a value
// differ.

let club: TestClub;
let upstream: RecordingUpstream;
/** Replies of the upstream by their path; the others stay as they are. */
let replies: Record<string, object> = {};

beforeAll(async () => {
  process.env.SESSION_SECRETS = "tests-tests-tests-tests-tests-tests-tests";
  club = await openTestClub({ seed: true });
  upstream = await openRecordingUpstream(club.origin);
  upstream.changeReplies((path) => replies[path] && { success: true, result: replies[path] });
  setUpstreamUrl(upstream.origin);
});
afterAll(async () => {
  await upstream?.close();
  await club?.close();
});
beforeEach(() => {
  replies = {};
});

async function logInAs(phone: string): Promise<Visitor> {
  const visitor = createVisitor();
  await visitor.post(logIn, "/login", { login: phone, password: "club-demo-1" });
  expect(visitor.jar.has("session")).toBe(true);
  return visitor;
}

const cookiesOf = (visitor: Visitor) => [...visitor.jar].map(([name, value]) => `${name}=${value}`).join("; ");

/** What was sent to a path of the upstream, the last first. */
const sentTo = (path: string) =>
  upstream.requests
    .filter((request) => request.path === `/api/${path}`)
    .map(({ body }) => body)
    .reverse();

test("§2.4.5 the page of an entry link knows that somebody is logged in already, whom it asks first", async () => {
  const views = [];
  for (const visitor of [await logInAs(phones.member), createVisitor()]) {
    await visitor.get(redirectByQuery, "/?token=some-token");
    views.push((await visitor.get(loadEntry, "/entry")).data);
  }
  expect(views).toEqual([
    { hasToken: true, isLoggedIn: true },
    { hasToken: true, isLoggedIn: false },
  ]);
});

test("§4.13 feedback that names no page leads to the profile, and a guest home", async () => {
  const fields = { name: "Пётр", email: "p@example.ru", message: "Вопрос о баллах за март", policy: "on" };
  const locations = [];
  for (const visitor of [await logInAs(phones.member), createVisitor()]) {
    locations.push((await visitor.post(sendFeedback, "/feedback", fields)).location);
  }
  expect(locations).toEqual(["/dashboard/profile/", "/"]);
});

test("§4.1 a session has the id of the login and the role of the profile, and the profile's id where the login has none", async () => {
  const id = await findPerson(club, phones.manager);
  const read = async (result: object) => {
    replies.login = { access_token: await club.logIn(phones.manager), ...result };
    const visitor = await logInAs(phones.manager);
    return readSession(new Request("http://club.test/", { headers: { Cookie: cookiesOf(visitor) } }));
  };
  const promo_group = { system_name: "member" };
  expect(await read({ user_id: 987, promo_group })).toMatchObject({ userId: "987", role: "manager" });
  expect(await read({ promo_group })).toMatchObject({ userId: id, role: "manager" });
});

test("§4.10 the wait for another code is as long as the reply says, and a minute where it says nothing", async () => {
  const waitAfter = async (result: object) => {
    replies["confirm/phone"] = result;
    const visitor = createVisitor();
    await visitor.post(activate, "/activation", { intent: "start", phone: freshPhone() });
    return (await visitor.get(loadActivation, "/activation")).data?.wait;
  };
  expect(await waitAfter({ resend_after: 300 })).toBeGreaterThan(60);
  expect(await waitAfter({ resend_after: 0 })).toBe(0);
  const usual = await waitAfter({});
  expect(usual).toBeGreaterThan(0);
  expect(usual).toBeLessThanOrEqual(60);
});

test("§4.10 a code goes to the phone that is typed, and another one to the phone of the last", async () => {
  replies["confirm/phone"] = { resend_after: 0 };
  const visitor = createVisitor();
  const [first, second] = [freshPhone(), freshPhone()];
  await visitor.post(activate, "/activation", { intent: "start", phone: first });
  await visitor.post(activate, "/activation", { intent: "start", phone: second });
  await visitor.post(activate, "/activation", { intent: "resend" });
  const sentPhones = sentTo("confirm/phone").map((body) => String((body as { phone: unknown }).phone));
  expect(sentPhones.slice(0, 3)).toEqual([second, second, first]);
});

test("§2.4.2 a registration names the referrer by the id of the reply, and by that of the link where it has none", async () => {
  const { referral_code: code } = await club.db
    .selectFrom("users")
    .select("referral_code")
    .where("phone", "=", phones.curator)
    .executeTakeFirstOrThrow();
  const register = async (result: object) => {
    replies[`referral/${code}`] = { name: "Ирина З.", is_manager: false, ...result };
    const visitor = createVisitor();
    const origin = await setFlowState("origin", { role: "manager", referralId: code });
    visitor.jar.set("origin", origin.split(/[=;]/)[1] ?? "");
    const phone = freshPhone();
    await visitor.post(registerManager, "/register/manager", {
      ...{ last_name: "Петров", first_name: "Пётр", sur_name: "Петрович", phone, email: `r${phone}@example.ru` },
      ...{ policy: "on", dataAgreement: "on", intent: "register" },
    });
    return sentTo("register")[0];
  };
  const id = await findPerson(club, phones.curator);
  expect(await register({ id })).toMatchObject({ referral_from_user_id: id });
  expect(await register({})).toMatchObject({ referral_from_user_id: code });
});

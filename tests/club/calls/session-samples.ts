import { hashSecret } from "../../../club/platform/http/authentication";
import * as accounts from "../../../contract/accounts";
import * as extensions from "../../../contract/extensions";
import { PASSWORD } from "../club-people";
import { byAll, type CallSamples, samplesOf } from "./sample";
import type { Scene } from "./scene";
import type { PersonName } from "./scene-people";

const NEW_PASSWORD = "wheel-arch-77";

/** Log-ins, passwords and mailings. What ends sessions comes last. */
export const sessionSamples: readonly CallSamples[] = [
  samplesOf(extensions.listSessions)(byAll(extensions.listSessions, () => ({}))),
  samplesOf(accounts.unsubscribe)({
    "a participant": async (scene) => ({ input: await unsubscribeLink(scene, "manager") }),
    again: async (scene) => ({ input: await unsubscribeLink(scene, "manager") }),
    "a wrong hash": async (scene) => ({ input: { ...(await unsubscribeLink(scene, "shop")), hash: "wrong" } }),
    "who is invited": async ({ club, invites: { other = "" } }) => {
      const found = club.db.selectFrom("invites").select("unsubscribe_secret").where("id", "=", other);
      return { input: { id: other, hash: (await found.executeTakeFirstOrThrow()).unsubscribe_secret } };
    },
  }),
  samplesOf(accounts.login)({
    "by phone": ({ people }) => ({ input: { login: people.shop.phone, password: PASSWORD } }),
    "by e-mail": ({ people }) => ({ input: { login: people.otherManager.email, password: PASSWORD } }),
    "by a system curator": ({ people }) => ({ input: { login: people.systemCurator.phone, password: PASSWORD } }),
    "with a wrong password": ({ people }) => ({ input: { login: people.shop.phone, password: "wrong" } }),
    "of nobody": () => ({ input: { login: "79999999999", password: PASSWORD } }),
  }),
  samplesOf(accounts.loginByRedirect)({
    "a new token": async (scene) => ({ input: { token: await addRedirect(scene) } }),
    "a wrong one": () => ({ input: { token: "wrong" } }),
  }),
  samplesOf(accounts.sendRestoreLink)({
    "by phone": ({ people }) => ({ input: { login: people.shop.phone } }),
    "of nobody": () => ({ input: { login: "nobody@guests.example" } }),
  }),
  samplesOf(accounts.restorePassword)({
    "by a link": async (scene) => {
      await addReset(scene, "secondShop");
      return { input: { check_word: "word", email: scene.people.secondShop.email, new_password: NEW_PASSWORD } };
    },
    "by the same link again": ({ people }) => ({
      input: { check_word: "word", email: people.secondShop.email, new_password: NEW_PASSWORD },
    }),
    "by another's link": async (scene) => {
      await addReset(scene, "secondManager", "second word");
      return { input: { check_word: "second word", email: scene.people.manager.email, new_password: NEW_PASSWORD } };
    },
    "with a common password": ({ people }) => ({
      input: { check_word: "second word", email: people.secondManager.email, new_password: "password1" },
    }),
  }),
  samplesOf(extensions.changePassword)({
    "with a wrong one": () => ({ by: "shop", input: { current_password: "wrong", new_password: NEW_PASSWORD } }),
    "with the right one": () => ({ by: "shop", input: { current_password: PASSWORD, new_password: NEW_PASSWORD } }),
  }),
  samplesOf(extensions.endSession)({
    "another's": async (scene) => ({ by: "manager", input: { session_id: await sessionOf(scene, "otherShop") } }),
    "one's own": async (scene) => ({ by: "otherShop", input: { session_id: await sessionOf(scene, "otherShop") } }),
    "one that isn't there": () => ({ by: "otherShop", input: { session_id: "unknown" } }),
  }),
  samplesOf(accounts.logout)({
    "by a tadam": () => ({ by: "tadam", input: {} }),
    again: () => ({ by: "tadam", input: {} }),
  }),
  samplesOf(extensions.endAllSessions)({
    "by a manager": () => ({ by: "otherManager", input: {} }),
    "by a curator": () => ({ by: "curator", input: {} }),
  }),
];

async function unsubscribeLink({ club, people }: Scene, name: PersonName) {
  const found = club.db.selectFrom("users").select("unsubscribe_secret").where("id", "=", people[name].id);
  return { id: String(people[name].id), hash: (await found.executeTakeFirstOrThrow()).unsubscribe_secret };
}

/** A link that logs in; a real one's token is random. */
async function addRedirect({ club, people }: Scene): Promise<string> {
  const token = "redirect";
  const expires_at = new Date(club.clock.now().getTime() + 300_000);
  const values = { token_hash: hashSecret(token), user_id: people.manager.id, expires_at };
  await club.db
    .insertInto("redirect_tokens")
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return token;
}

/** A mailed link with a new password; a real one's word is random. */
async function addReset({ club, people }: Scene, name: PersonName, word = "word"): Promise<void> {
  const expires_at = new Date(club.clock.now().getTime() + 3_600_000);
  const values = { user_id: people[name].id, check_word_hash: hashSecret(word), expires_at };
  await club.db
    .insertInto("password_resets")
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function sessionOf({ club, people }: Scene, name: PersonName): Promise<string> {
  const found = club.db.selectFrom("sessions").select("id").where("user_id", "=", people[name].id);
  return (await found.where("user_agent", "=", "Safari").executeTakeFirstOrThrow()).id;
}

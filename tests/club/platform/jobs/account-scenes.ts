import { lettersKey } from "../../../../club/people/accounts/restore-link-job";
import type { NewUser } from "../../../../club/platform/db/types";
import type { TestClub } from "../../../setup/club";
import { addCompany, addPerson } from "../../club-people";
import { ago, anyHash, edgesOf, type JobScene, NOW } from "./job-scene";

/** Jobs about accounts, and the moves of what was stored before. */
export const accountScenes: Readonly<Record<string, JobScene>> = {
  "accounts-clear-expired": {
    async make(club) {
      // The limit is a day; a session that goes on stays.
      for (const { name, at } of [...edgesOf(24, "hours"), { name: "in an hour", at: ago({ hours: -1 }) }]) {
        await addExpiring(club, name, at);
      }
      return [{}];
    },
  },
  "accounts-restore-link": {
    async make(club) {
      const add = (name: string, person: Partial<NewUser> = {}) =>
        addPerson(club, { email: `${name}@example.com`, ...person });
      const known = await add("known");
      const unknown = await add("unknown");
      const tenth = await add("tenth-letter");
      const eleventh = await add("eleventh-letter");
      const disabled = await add("disabled", { is_disabled: true });
      const last = await add("last-of-the-day", { phone_confirmed_at: null });
      const next = await add("above-the-limit", { phone_confirmed_at: null });
      await club.db
        .insertInto("rate_limits")
        .values([
          { key: lettersKey(tenth.id), count: 9, window_ends_at: ago({ hours: -1 }) },
          { key: lettersKey(eleventh.id), count: 10, window_ends_at: ago({ hours: -1 }) },
          { key: "unfinished-mails:day:2026-03-20", count: 999, window_ends_at: ago({ hours: -12 }) },
        ])
        .execute();
      return [
        { userId: known.id, isKnown: true },
        { userId: unknown.id, isKnown: false },
        { userId: tenth.id, isKnown: false },
        { userId: eleventh.id, isKnown: false },
        { userId: disabled.id, isKnown: true },
        { userId: last.id, isKnown: true },
        { userId: next.id, isKnown: true },
        { userId: 0, isKnown: false },
      ];
    },
  },
  "data-moves": {
    async make(club) {
      const add = (email: string) => addPerson(club, { email });
      await add("old@xn--80akhbyknj4f.xn--p1ai");
      const inviter = await add("new@испытание.рф");
      await add("twice@испытание.рф");
      // Two accounts would become one: the older spelling stays.
      await add("twice@xn--80akhbyknj4f.xn--p1ai");
      const { id: company_id } = await addCompany(club, inviter.id, "retail");
      const email = "asked@xn--80akhbyknj4f.xn--p1ai";
      await club.db
        .insertInto("invites")
        .values({ inviter_id: inviter.id, email, first_name: "", last_name: "", target_role: "member" })
        .execute();
      await club.db.insertInto("unsubscribed_addresses").values({ email }).execute();
      await club.db.insertInto("feedback").values({ email, name: "", message: "" }).execute();
      await club.db
        .insertInto("company_claims")
        .values({ company_id, email, full_name: "", phone: "79000000000", claimed_at: NOW })
        .execute();
      return [{}];
    },
  },
};

/** A row that means nothing from this moment on in each table that has such a moment. */
async function addExpiring(club: TestClub, name: string, at: Date): Promise<void> {
  const { db } = club;
  const { id: user_id, phone } = await addPerson(club, { last_name: name });
  const shared = { user_id, expires_at: at };
  await db
    .insertInto("sessions")
    .values({ ...shared, token_hash: anyHash(), user_agent: name })
    .execute();
  await db
    .insertInto("redirect_tokens")
    .values({ ...shared, token_hash: anyHash() })
    .execute();
  await db
    .insertInto("password_resets")
    .values({ ...shared, check_word_hash: anyHash() })
    .execute();
  await db
    .insertInto("contact_changes")
    .values({ ...shared, changed_at: at, phone, email: name, check_word_hash: anyHash() })
    .execute();
  await db.insertInto("phone_codes").values({ phone, code_hash: anyHash(), sent_at: at, expires_at: at }).execute();
  await db.insertInto("rate_limits").values({ key: name, count: 1, window_ends_at: at }).execute();
  await db.insertInto("known_networks").values({ user_id, network: name, known_until: at }).execute();
}

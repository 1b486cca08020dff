import { findAct } from "../../../../club/operators/operator-parts";
import { askSecondOperator, checkAct } from "../../../../club/platform/acts/act-requests";
import type { Operator } from "../../../../club/platform/acts/operator";
import type { TestClub } from "../../../setup/club";
import { addCompany, addPerson } from "../../club-people";
import { addOperator } from "../acts/add-operator";
import { ago, anyHash, edgesOf, type JobScene, NOW } from "./job-scene";

/** Jobs about operators and what they have asked for. */
export const operatorScenes: Readonly<Record<string, JobScene>> = {
  "acts.clear": {
    async make({ db }) {
      const request = { act: "add-operator", input_sealed: Buffer.from(""), expires_at: ago({ days: -30 }) };
      for (const { name, at } of edgesOf(1, "hours")) {
        // Zero hours ago is the end itself.
        await db
          .insertInto("act_requests")
          .values([
            { ...request, asked_by: `checked, ended ${name}`, expires_at: at },
            { ...request, asked_by: `waits, ended ${name}`, state: "waiting", expires_at: at },
            {
              ...request,
              asked_by: `file, ended ${name}`,
              state: "done",
              file_sealed: Buffer.from("file"),
              file_expires_at: at,
            },
          ])
          .execute();
      }
      const settled = { ...request, state: "done", answer_sealed: Buffer.from("answer") } as const;
      for (const { name, at } of edgesOf(10, "seconds")) {
        await db
          .insertInto("act_requests")
          .values({ ...settled, asked_by: `answered ${name}`, decided_at: at })
          .execute();
      }
      return [{}];
    },
  },
  "operators-clear-sessions": {
    async make({ db }) {
      const { id: operator_id } = await addOperator({ db }, "owner");
      const session = { operator_id, last_used_at: NOW, expires_at: ago({ hours: -12 }) };
      const known = [...edgesOf(1, "seconds"), { name: "in a second", at: ago({ seconds: -1 }) }];
      for (const { name, at } of known) {
        const add = { operator_id, token_hash: anyHash() };
        await db
          .insertInto("operator_sessions")
          .values({ ...session, token_hash: anyHash(), user_agent: `ended ${name}`, expires_at: at })
          .execute();
        await db
          .insertInto("operator_browsers")
          .values({ ...add, known_until: at })
          .execute();
        await db
          .insertInto("operator_challenges")
          .values({ ...add, purpose: `ended ${name}`, expires_at: at })
          .execute();
      }
      for (const { name, at } of edgesOf(24, "hours")) {
        await db
          .insertInto("operator_sessions")
          .values({ ...session, token_hash: anyHash(), user_agent: `used ${name}`, last_used_at: at })
          .execute();
      }
      return [{}];
    },
  },
  "acts-unanswered": {
    async make(club) {
      const owner = await addOperator(club, "owner");
      const gone = await addOperator(club, "gone");
      for (const { name, at } of edgesOf(24, "hours")) {
        await ask(club, owner, "company-owner", await giveCompany(club, name), at);
        await ask(club, gone, "company-owner", await giveCompany(club, `the asker is disabled, ${name}`), at);
      }
      await ask(club, owner, "company-owner", await giveCompany(club, "asked 30 days ago"), ago({ days: 30 }));
      const missing = { ...(await giveCompany(club, "")), inn: "7707083893" };
      await ask(club, owner, "company-owner", missing, ago({ days: 2 }));
      const operator = { login: "new@example.com", full_name: "Нина Новая", support: true };
      await ask(club, owner, "add-operator", operator, ago({ days: 2 }));
      const { services } = club.club;
      const checked = await giveCompany(club, "checked only");
      await checkAct({ ...services, now: () => NOW }, owner, findAct("company-owner"), checked);
      await club.db.updateTable("operators").set({ is_disabled: true }).where("login", "=", "gone").execute();
      return [{}];
    },
  },
};

/** The input of an act that gives a company of this name to another owner. */
async function giveCompany(club: TestClub, name: string) {
  const { inn } = await addCompany(club, (await addPerson(club)).id, "retail", name);
  return { inn, person: (await addPerson(club)).phone };
}

/** Lets an act wait for a second operator since a moment. */
function ask(
  { club: { services } }: TestClub,
  operator: Operator,
  act: string,
  input: Record<string, string | boolean>,
  at: Date,
) {
  return askSecondOperator({ ...services, now: () => at }, operator, findAct(act), input, { lines: [] });
}

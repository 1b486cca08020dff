import { readRows } from "../../setup/changed-rows";
import { NUMBERS_PER_TABLE } from "../../setup/stable-text";
import type { Scene } from "./scene";

/** What of the scene differs from run to run, in the order in which it was made: numbers of rows, phones, secrets. */
export async function listNames({ club, people }: Scene): Promise<string> {
  const named = Object.values(people).map(({ id, phone }) => `${id} ${phone}`);
  const numbers: string[] = [];
  const others: string[] = [];
  for (const [table, rows] of await readRows(club.db)) {
    for (const {
      id,
      created_at,
      user_id,
      owner_id,
      user_agent,
      email,
      unsubscribe_secret,
      referral_code,
    } of rows.values()) {
      // The contents were there before the numbers of the tables were moved apart.
      if (typeof id === "number" && id > NUMBERS_PER_TABLE)
        numbers.push([id, unsubscribe_secret, referral_code].filter(Boolean).join(" "));
      else if (typeof id === "string")
        others.push([table, created_at, user_id, owner_id, user_agent, email, id].join(" "));
    }
  }
  return [...named, ...numbers, ...others.sort(), ""].join("\n");
}

import { randomBytes } from "node:crypto";
import type { UserRow } from "../../platform/db/types";
import { hashSecret } from "../../platform/http/authentication";
import type { Services, Trx } from "../../platform/services";

const HOUR_MS = 60 * 60 * 1000;

/** Makes a link by which a person sets a new password, once (§2.4.3). @param hours for which it works */
export async function issuePasswordLink(
  trx: Trx,
  services: Services,
  person: Pick<UserRow, "id" | "email">,
  hours: number,
): Promise<string> {
  const checkWord = randomBytes(32).toString("base64url");
  await trx
    .insertInto("password_resets")
    .values({
      check_word_hash: hashSecret(checkWord),
      user_id: person.id,
      expires_at: new Date(services.now().getTime() + hours * HOUR_MS),
    })
    .execute();
  return `${services.settings.publicOrigin}/?check_word=${checkWord}&email=${encodeURIComponent(person.email)}`;
}

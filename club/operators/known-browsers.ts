import { randomBytes } from "node:crypto";
import { hashSecret } from "../platform/http/authentication";
import type { Db, Services } from "../platform/services";

/** Days for which a browser stays known after a completed log-in. */
const KNOWN_DAYS = 90;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Makes the secret by which a browser is known again as one in which this operator has logged in. Networks don't tell that:
 * behind a tunnel everybody comes from the same one.
 */
export async function rememberBrowser(db: Db, services: Services, operatorId: number): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const known_until = new Date(services.now().getTime() + KNOWN_DAYS * DAY_MS);
  await db
    .insertInto("operator_browsers")
    .values({ token_hash: hashSecret(token), operator_id: operatorId, known_until })
    .execute();
  return token;
}

/** The name under which tries in a known browser of the operator are counted; undefined for any other browser. */
export async function findBrowser(services: Services, login: string, token: string): Promise<string | undefined> {
  if (token === "") return undefined;
  const hash = hashSecret(token);
  const known = await services.db
    .selectFrom("operator_browsers")
    .innerJoin("operators", "operators.id", "operator_browsers.operator_id")
    .select("operators.id")
    .where("token_hash", "=", hash)
    .where("known_until", ">", services.now())
    .where("operators.login", "=", login)
    .executeTakeFirst();
  return known && hash.toString("hex");
}

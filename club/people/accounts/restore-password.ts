import { sql } from "kysely";
import { restorePassword, sendRestoreLink } from "../../../contract/accounts";
import { alias, goneMessages } from "../../../contract/values";
import { hashSecret } from "../../platform/http/authentication";
import { endpoint } from "../../platform/http/endpoint";
import { isKnownNetwork, rememberNetwork } from "../../platform/http/known-networks";
import { resetRate } from "../../platform/http/limits";
import { subnetOf } from "../../platform/http/network-address";
import { RefusalError } from "../../platform/http/refusal-error";
import { undoContactChange } from "./contact-changes";
import { findByLogin } from "./find-by-login";
import { requireImpersonalPassword, requireNewPassword } from "./new-password";
import { hashPassword } from "./password";
import { forgetPasswordTries } from "./password-tries";
import { lettersKey, restoreLinkJob } from "./restore-link-job";
import { setPassword } from "./set-password";

const HOUR_SECONDS = 60 * 60;
const TOO_MANY_LINKS = "Ссылку запрашивали слишком много раз.";
/** Links for one login that one network may ask for in an hour. */
const LINKS_PER_NETWORK_AND_HOUR = 5;

/**
 * Mails a recovery link (§4.12). The answer is the same whether the login is known or not, and whether a letter goes out; so are
 * the statements before it, since the letter is written by a job. Nobody has the number 0.
 */
export const sendRestoreLinkEndpoint = endpoint(
  sendRestoreLink,
  async ({ login }, { services, address }) => {
    const { id: userId = 0 } = (await findByLogin(services.db, login)) ?? {};
    const isKnown = await isKnownNetwork(services, userId, address);
    await services.jobs.send(restoreLinkJob, { userId, isKnown }, { within: services.db });
    services.jobs.wake(restoreLinkJob);
  },
  {
    rateLimits: [
      { name: "restore-link", by: "address", max: 60, seconds: HOUR_SECONDS, message: TOO_MANY_LINKS },
      {
        name: "restore-link",
        by: ({ login }, { address }) => `${login.toLowerCase()}:${subnetOf(address)}`,
        max: LINKS_PER_NETWORK_AND_HOUR,
        seconds: HOUR_SECONDS,
        message: TOO_MANY_LINKS,
      },
    ],
  },
);

/**
 * Sets a new password by the check word of a mailed link (§4.12), and ends every session and every other link of the person. The
 * link of a letter about changed contacts also gives the former ones back.
 */
export const restorePasswordEndpoint = endpoint(
  restorePassword,
  async (input, { services, address }) => {
    await requireNewPassword(input.new_password);
    const passwordHash = await hashPassword(input.new_password, services.settings.passwordCost);
    const now = services.now();
    await services.db.transaction().execute(async (trx) => {
      const link = await trx
        .updateTable("password_resets")
        .from("users")
        .set({ used_at: now })
        .whereRef("users.id", "=", "password_resets.user_id")
        .where("password_resets.check_word_hash", "=", hashSecret(input.check_word))
        .where("password_resets.used_at", "is", null)
        .where("password_resets.expires_at", ">", now)
        .where(sql`lower(users.email)`, "=", sql`lower(${input.email})`)
        .where("users.is_disabled", "=", false)
        .returning("users.id")
        .executeTakeFirst();
      // The letter about changed contacts has a link of the same form, to the former e-mail.
      const id =
        link?.id ?? (await undoContactChange(trx, services, { checkWord: input.check_word, email: input.email }));
      if (id === null) {
        throw new RefusalError(alias.validation, goneMessages.recoveryLink, "check_word");
      }
      const user = await trx
        .selectFrom("users")
        .select(["id", "phone", "email", "first_name", "last_name", "sur_name"])
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      requireImpersonalPassword(input.new_password, user);
      await setPassword(trx, services, { userId: id, passwordHash });
      // Whoever reads the person's mail may log in here, however many wrong passwords strangers have tried.
      await rememberNetwork(trx, services, id, address);
      await forgetPasswordTries({ db: trx }, { account: id, address });
      await resetRate(trx, lettersKey(id));
    });
  },
  { rateLimits: [{ name: "restore-password", by: "address", max: 60, seconds: HOUR_SECONDS }] },
);

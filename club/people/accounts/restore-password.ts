import { sql } from "kysely";
import { restorePassword, sendRestoreLink } from "../../../contract/accounts";
import { alias, goneMessages } from "../../../contract/values";
import { hashSecret } from "../../platform/http/authentication";
import { endpoint } from "../../platform/http/endpoint";
import { isKnownNetwork, rememberNetwork } from "../../platform/http/known-networks";
import { countRate, resetRate } from "../../platform/http/limits";
import { subnetOf } from "../../platform/http/network-address";
import { RefusalError } from "../../platform/http/refusal-error";
import { countToday, raiseAlarm } from "../../platform/outbox/day-counts";
import { sendMessage } from "../../platform/outbox/send-message";
import { findByLogin } from "./find-by-login";
import { requireImpersonalPassword, requireNewPassword } from "./new-password";
import { hashPassword } from "./password";
import { issuePasswordLink } from "./password-link";
import { forgetPasswordTries } from "./password-tries";
import { setPassword } from "./set-password";

const HOUR_SECONDS = 60 * 60;
/** Hours for which a mailed recovery link works. */
const LINK_HOURS = 24;
const TOO_MANY_LINKS = "Ссылку запрашивали слишком много раз.";
/** Links for one login that one network may ask for in an hour. */
const LINKS_PER_NETWORK_AND_HOUR = 5;
/**
 * Letters to one person while the first of their links works, asked for from networks where the person hasn't been logged in
 * lately. Further ones aren't needed: some link of those that were sent still works.
 */
const LETTERS_TO_UNKNOWN_NETWORKS = 10;
/** Mails of the whole club to addresses that somebody registered without confirming the phone. */
const UNFINISHED_MAILS_PER_DAY = 1000;

/**
 * Mails a recovery link (§4.12). The answer is the same whether the login is known or not, and whether a letter goes out.
 */
export const sendRestoreLinkEndpoint = endpoint(
  sendRestoreLink,
  async ({ login }, { services, address }) => {
    const user = await findByLogin(services.db, login);
    if (!user || user.is_disabled) return;
    if (!(await isKnownNetwork(services, user.id, address))) {
      const { count } = await countRate(services.db, services, lettersKey(user.id), LINK_HOURS * HOUR_SECONDS);
      if (count > LETTERS_TO_UNKNOWN_NETWORKS) return;
    }
    const { publicOrigin } = services.settings;
    if (!user.phone_confirmed_at) {
      const mails = await countToday(services.db, services, "unfinished-mails");
      if (mails === UNFINISHED_MAILS_PER_DAY) {
        raiseAlarm(services, "unfinished-mails-per-day", "the day's mails about unfinished registrations are used up");
      }
      if (mails > UNFINISHED_MAILS_PER_DAY) return;
      await sendMessage(services.db, services, {
        channel: "email",
        to: user.email,
        subject: "Регистрация в клубе не завершена",
        text: `Здравствуйте.\n\nПароля ещё нет: телефон не подтверждён. Пройдите регистрацию ещё раз с этим же e-mail и введите код из СМС — после этого пришлём логин и пароль.\n\n${publicOrigin}/register\n\nЕсли вы не регистрировались, ничего делать не нужно.`,
      });
      return;
    }
    await services.db.transaction().execute(async (trx) => {
      const link = await issuePasswordLink(trx, services, user, LINK_HOURS);
      await sendMessage(trx, services, {
        channel: "email",
        to: user.email,
        subject: "Новый пароль для входа в клуб",
        text: `Здравствуйте.\n\nЧтобы задать новый пароль, откройте ссылку. Она действует ${LINK_HOURS} часа и только один раз:\n\n${link}\n\nЕсли вы не просили менять пароль, ничего делать не нужно: старый продолжит работать.`,
        secret: true,
      });
    });
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

/** Sets a new password by the check word of a mailed link (§4.12), and ends every session and every other link of the person. */
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
        .returning(["users.id", "users.phone", "users.email", "users.first_name", "users.last_name", "users.sur_name"])
        .executeTakeFirst();
      if (!link) {
        throw new RefusalError(alias.validation, goneMessages.recoveryLink, "check_word");
      }
      requireImpersonalPassword(input.new_password, link);
      await setPassword(trx, services, { userId: link.id, passwordHash });
      // Whoever reads the person's mail may log in here, however many wrong passwords strangers have tried.
      await rememberNetwork(trx, services, link.id, address);
      await forgetPasswordTries({ db: trx }, { account: link.id, address });
      await resetRate(trx, lettersKey(link.id));
    });
  },
  { rateLimits: [{ name: "restore-password", by: "address", max: 60, seconds: HOUR_SECONDS }] },
);

/** Under which the letters to a person are counted. */
function lettersKey(userId: number): string {
  return `restore-letters:${userId}`;
}

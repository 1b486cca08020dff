import { countRate } from "../../platform/http/limits";
import { defineJob } from "../../platform/jobs/define-job";
import { countToday, raiseAlarm } from "../../platform/outbox/day-counts";
import { sendMessage } from "../../platform/outbox/send-message";
import type { JobDefinition } from "../../platform/services";
import { issuePasswordLink } from "./password-link";

const HOUR_SECONDS = 60 * 60;
/** Hours for which a mailed recovery link works. */
const LINK_HOURS = 24;
/**
 * Letters to one person while the first of their links works, asked for from networks where the person hasn't been logged in
 * lately. Further ones aren't needed: some link of those that were sent still works.
 */
const LETTERS_TO_UNKNOWN_NETWORKS = 10;
/** Mails of the whole club to addresses that somebody registered without confirming the phone. */
const UNFINISHED_MAILS_PER_DAY = 1000;

/** Who has asked for a recovery link. */
interface RestoreLinkRequest {
  /** 0: somebody whom the club doesn't know. */
  readonly userId: number;
  /** Whether it was asked for from a network where the person has been logged in lately. */
  readonly isKnown: boolean;
}

/** Writes the letter with a recovery link, if one goes out. */
export const restoreLinkJob: JobDefinition<RestoreLinkRequest> = defineJob<RestoreLinkRequest>({
  queue: "accounts-restore-link",
  async handle({ userId, isKnown }, services) {
    // The next one is looked for at once: strangers who ask for many letters delay nobody's by more than their own take.
    services.jobs.wake(restoreLinkJob);
    const user = await services.db.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirst();
    if (!user || user.is_disabled) return;
    if (!isKnown) {
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
});

/** Under which the letters to a person are counted. */
export function lettersKey(userId: number): string {
  return `restore-letters:${userId}`;
}

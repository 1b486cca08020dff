import { isKnownNetwork } from "../../platform/http/known-networks";
import { limitRate, resetRate, uncountRate } from "../../platform/http/limits";
import { subnetOf } from "../../platform/http/network-address";
import type { Services } from "../../platform/services";

/** For limits that somebody else may have used up: there is another way in. */
export const TOO_MANY_LOGINS =
  "Слишком много попыток входа. По ссылке «Забыли пароль?» можно войти с новым паролем сразу.";

const QUARTER_HOUR_SECONDS = 15 * 60;
/** Wrong passwords for one account from one network in a quarter of an hour. */
const TRIES_PER_NETWORK = 10;
const HOUR_SECONDS = 60 * 60;
/** Wrong passwords for one account in an hour from all networks in which its owner hasn't been logged in lately. */
const TRIES_FROM_UNKNOWN_NETWORKS = 100;

/** Whose password is tried, and from where. */
export interface PasswordTry {
  /** The person's id, or the login when nobody has it: both are limited alike. */
  readonly account: number | string;
  /** Empty when unknown. */
  readonly address: string;
}

/**
 * Counts a try of a password, before it is compared. Wrong ones from one network never keep out the person in another, and all
 * of them together never keep out of a network where the person has been logged in.
 * @returns takes the try back, for when the password is right
 * @throws RefusalError tooOften
 */
export async function countPasswordTry(services: Services, attempt: PasswordTry): Promise<() => Promise<void>> {
  const { db } = services;
  const near = nearKey(attempt);
  const far = `login-elsewhere:${nameAccount(attempt)}`;
  await limitRate(db, services, near, {
    max: TRIES_PER_NETWORK,
    seconds: QUARTER_HOUR_SECONDS,
    message: "Слишком много попыток входа.",
  });
  const { account, address } = attempt;
  const isKnown = typeof account === "number" && (await isKnownNetwork(services, account, address));
  if (!isKnown) {
    await limitRate(db, services, far, {
      max: TRIES_FROM_UNKNOWN_NETWORKS,
      seconds: HOUR_SECONDS,
      message: TOO_MANY_LOGINS,
    });
  }
  return async () => {
    await resetRate(db, near);
    if (!isKnown) await uncountRate(db, far);
  };
}

/** Forgets the wrong passwords from one network, for somebody who has set a new one there. */
export async function forgetPasswordTries({ db }: Pick<Services, "db">, attempt: PasswordTry): Promise<void> {
  await resetRate(db, nearKey(attempt));
}

function nearKey(attempt: PasswordTry): string {
  return `login:${nameAccount(attempt)}:${subnetOf(attempt.address)}`;
}

function nameAccount({ account }: PasswordTry): string {
  return typeof account === "number" ? `user:${account}` : account.toLowerCase();
}

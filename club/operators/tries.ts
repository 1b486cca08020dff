import { limitAddress, limitRate, resetRate, uncountAddress, uncountRate } from "../platform/http/limits";
import { subnetOf } from "../platform/http/network-address";
import type { Services } from "../platform/services";
import { findBrowser } from "./known-browsers";

const QUARTER_HOUR_SECONDS = 15 * 60;
const HOUR_SECONDS = 60 * 60;
/** Wrong passwords for one login: from one network in a quarter of an hour, and from all in an hour. */
const PASSWORDS_PER_NETWORK = 10;
const PASSWORDS_PER_LOGIN = 50;
/** Wrong passwords from one address in a quarter of an hour, for whatever logins. */
const PASSWORDS_PER_ADDRESS = 50;
/** Wrong codes of one operator in a quarter of an hour. Only somebody who knows the password can try one. */
const CODES_PER_OPERATOR = 10;

/** Whose password is tried, and from where. */
export interface OperatorPasswordTry {
  readonly login: string;
  /** Empty when unknown. */
  readonly address: string;
  /** The secret of a browser in which the operator has logged in; empty for any other. */
  readonly browser: string;
}

/**
 * Counts a try of an operator's password, before it is compared. In a browser in which the operator has logged in lately only
 * its own tries count: strangers can't keep the operator out of it, though they come from the same network.
 * @returns takes the try back, for when the password is right
 * @throws RefusalError tooOften
 */
export async function countPasswordTry(
  services: Services,
  { login, address, browser }: OperatorPasswordTry,
): Promise<() => Promise<void>> {
  const { db } = services;
  const known = await findBrowser(services, login, browser);
  if (known !== undefined) {
    const own = `operator-login-browser:${known}`;
    await limitRate(db, services, own, { max: PASSWORDS_PER_NETWORK, seconds: QUARTER_HOUR_SECONDS });
    return () => resetRate(db, own);
  }
  const near = `operator-login:${login}:${subnetOf(address)}`;
  const far = `operator-login-elsewhere:${login}`;
  const perQuarter = { seconds: QUARTER_HOUR_SECONDS };
  await limitAddress(services, "operator-login", address, { ...perQuarter, max: PASSWORDS_PER_ADDRESS });
  await limitRate(db, services, near, { ...perQuarter, max: PASSWORDS_PER_NETWORK });
  await limitRate(db, services, far, { max: PASSWORDS_PER_LOGIN, seconds: HOUR_SECONDS });
  return async () => {
    await uncountAddress(services, "operator-login", address);
    await resetRate(db, near);
    await uncountRate(db, far);
  };
}

/** Counts a try of a code, before it is compared; see `countPasswordTry`. */
export async function countCodeTry(services: Services, operatorId: number): Promise<() => Promise<void>> {
  const key = `operator-code:${operatorId}`;
  await limitRate(services.db, services, key, { max: CODES_PER_OPERATOR, seconds: QUARTER_HOUR_SECONDS });
  return () => resetRate(services.db, key);
}

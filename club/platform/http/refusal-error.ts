import { type Alias, alias, DEFAULT_ERROR_MESSAGE } from "../../../contract/values";

/** The HTTP status of each refusal. An alias that isn't listed is a broken business rule: 422. */
const statuses: Partial<Record<Alias, number>> = {
  [alias.malformed]: 400,
  [alias.clientRefused]: 401,
  [alias.sessionGone]: 401,
  [alias.forbidden]: 403,
  [alias.notFound]: 404,
  [alias.reportUnknown]: 404,
  [alias.companyExists]: 409,
  [alias.collision]: 409,
  [alias.tooLarge]: 413,
  [alias.tooOften]: 429,
};

/** One entry of the error list on the wire (§3.9). */
export interface ErrorEntry {
  error_lang_alias: string[];
  error_display_message: string;
  error_system_message: { field_key?: string };
}

/** The club refuses the call. Handlers and rules throw it; the router turns it into a response. */
export class RefusalError extends Error {
  readonly status: number;
  readonly entries: readonly ErrorEntry[];
  /** Seconds until the call may be tried again, for `Retry-After`. */
  readonly retryAfter: number | undefined;

  /**
   * @param reason the alias that decides the status
   * @param message what the participant reads, in Russian
   * @param field the wire name of the input field at fault
   */
  constructor(
    readonly reason: Alias,
    message: string = DEFAULT_ERROR_MESSAGE,
    field?: string,
    retryAfter?: number,
  ) {
    super(reason);
    this.status = statuses[reason] ?? 422;
    this.retryAfter = retryAfter;
    this.entries = [errorEntry(reason, message, field)];
  }
}

export function errorEntry(reason: string, message: string, field?: string): ErrorEntry {
  return {
    error_lang_alias: [reason],
    error_display_message: message,
    error_system_message: field ? { field_key: field } : {},
  };
}

/** The role may not do it, whoever's it is. */
export function forbiddenError(): RefusalError {
  return new RefusalError(alias.forbidden, "Для вашей роли это действие недоступно.");
}

/** Nothing answers at the address. */
export function unknownAddress(): RefusalError {
  return new RefusalError(alias.notFound, "Такого адреса нет.");
}

/** PostgreSQL's codes for data that it can't store: the data exceptions (class 22) and a violated check. */
const DATA_REFUSED = /^(22[0-9A-Z]{3}|23514)$/;

/** Tells whether work that ended with this error would end with it each time, so that repeating it is no use. */
export function isLastingError(error: unknown): boolean {
  return error instanceof RangeError || DATA_REFUSED.test(errorCode(error));
}

/** What a log may hold of an error: its text could have data of people in it. */
export function summarizeError(error: unknown): { name: string; code?: string } {
  const code = errorCode(error);
  return { name: error instanceof Error ? error.name : "unknown", ...(code && { code }) };
}

function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

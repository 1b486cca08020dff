/** What an error says. Node's error of several addresses that all refuse has no message of its own. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message !== "" || !(error instanceof AggregateError)) return error.message;
  return error.errors.map(errorMessage).join("; ");
}

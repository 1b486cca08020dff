/** What an error says. Where a name has several addresses and none of them answers, Node's error says nothing, but has theirs. */
export function errorMessage(error: unknown): string {
  if (error instanceof AggregateError && error.message === "") return error.errors.map(errorMessage).join("; ");
  return error instanceof Error ? error.message : String(error);
}

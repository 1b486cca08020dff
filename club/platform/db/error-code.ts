/** The code of an error, or of what caused it: PostgreSQL's five characters, or Node's such as ECONNREFUSED. Empty without one. */
export function findErrorCode(error: unknown): string {
  if (!(error instanceof Error)) return "";
  return "code" in error && typeof error.code === "string" ? error.code : findErrorCode(error.cause);
}

/**
 * Whether variables were refused. The message then has a line for each: "NAME: what it must be". Errors of the system begin
 * alike, as in "EACCES: permission denied", and have a code.
 */
export function refusesVariables(error: Error): boolean {
  return error.name === "ConfigurationError" || (!("code" in error) && /^[A-Z][A-Z_]+: /.test(error.message));
}

/** Errors of the club whose message says what to do. */
const CLUB_ERRORS = new Set([
  ...["DataFolderInUseError", "NewerSchemaError", "OlderSchemaError", "UnfinishedMoveError", "TooFewConnectionsError"],
  ...["DataKeyError", "DemoDataError"],
]);

/** Explains in one or two lines how to fix a failed start; `undefined` for an unknown cause. */
export function explainStartFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (refusesVariables(error)) {
    return `The configuration can't be used:\n${error.message}\nEvery variable is explained in .env.example.`;
  }
  if (CLUB_ERRORS.has(error.name)) return error.message;
  const code = "code" in error ? String(error.code) : "";
  const port = "port" in error ? String(error.port) : "";
  const address = "address" in error ? String(error.address) : "";
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} is taken by another program. Stop it, or choose another one by PORT (or METRICS_PORT, CLUB_PORT), such as: PORT=${Number(port) + 1 || 3001} npm start`;
    case "EADDRNOTAVAIL":
      return `HOST=${address} is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all of them.`;
    case "EACCES":
      return port
        ? `Listening on port ${port} is not allowed for this user. Choose a port above 1023, such as PORT=3000.`
        : `A file can't be read or written: ${error.message}\nCheck the owner of DATA_DIR.`;
    case "ENOTFOUND":
      return `A name isn't known here: ${error.message}\nCorrect it in DATABASE_URL, HOST, METRICS_HOST, CLUB_HOST or OPERATOR_HOST, whichever has it.`;
    case "ECONNREFUSED":
    case "28000":
    case "28P01":
    case "3D000":
      return `PostgreSQL can't be reached: ${error.message}\nCheck DATABASE_URL, DATABASE_OWNER_URL and DATABASE_POOLER_URL, or leave them out to use the embedded one.`;
    case "53100":
      return `The disk of the database is full: ${error.message}\nFree some space where PostgreSQL keeps its data.`;
    case "ENOSPC":
      return "The disk is full: free some space where DATA_DIR is.";
    default:
      return undefined;
  }
}

import { parseArgs } from "node:util";
import { type CallCheck, type CheckOptions, checkUpstream, hasFailure } from "./check-upstream";

const USAGE =
  "npm run contract -- --url <origin> --client <id:secret> --login <phone or e-mail> --password <password> [--write]";

/** @returns the exit code: 0 every reply fits, 1 some reply doesn't fit or is missing, 2 wrong arguments */
export async function runContractCheck(argv: string[], print: (line: string) => void): Promise<number> {
  const options = readArguments(argv);
  if (!options) {
    print(`Checks an upstream against the contract; it makes no call that writes without --write.\n${USAGE}`);
    return 2;
  }
  const checks = await checkUpstream(options);
  for (const line of formatTable(checks)) print(line);
  print("");
  print(summarize(checks));
  return hasFailure(checks) ? 1 : 0;
}

function readArguments(argv: string[]): CheckOptions | null {
  const text = { type: "string" } as const;
  try {
    const { values } = parseArgs({
      args: argv,
      options: { url: text, client: text, login: text, password: text, write: { type: "boolean", default: false } },
    });
    const { url, client, login, password, write } = values;
    const [, clientId, clientSecret] = /^(.*?):(.*)$/.exec(client ?? "") ?? [];
    if (!url || !URL.canParse(url) || clientId === undefined || clientSecret === undefined) return null;
    if (!login || !password) return null;
    return { upstream: { origin: new URL(url).origin, clientId, clientSecret }, login, password, write };
  } catch {
    return null;
  }
}

function formatTable(checks: readonly CallCheck[]): string[] {
  const rows = checks.map(({ call, status, verdict, detail }) => [call, String(status ?? "–"), verdict, detail]);
  const table = [["call", "status", "verdict", ""], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

function summarize(checks: readonly CallCheck[]): string {
  const count = (verdict: CallCheck["verdict"]) => checks.filter((check) => check.verdict === verdict).length;
  return (["fits", "doesn't fit", "refused", "no answer", "skipped"] as const)
    .map((verdict) => `${verdict}: ${count(verdict)}`)
    .join(", ");
}

import { parseArgs } from "node:util";
import { type Check, checkUpstream, type Finding, hasFault } from "./check-upstream";

const USAGE =
  "npm run contract -- --url <origin> --client <id:secret> --login <phone or e-mail> --password <password> [--write]";

/** @returns the exit code: 0 everything fits, 1 something doesn't, 2 typed wrong */
export async function runContractCheck(argv: string[], print: (line: string) => void): Promise<number> {
  const check = readArguments(argv);
  if (!check) {
    print(`Checks an upstream against the contract; it writes nothing unless told to.\n${USAGE}`);
    return 2;
  }
  const findings = await checkUpstream(check);
  for (const line of drawTable(findings)) print(line);
  print("");
  print(sumUp(findings));
  return hasFault(findings) ? 1 : 0;
}

function readArguments(argv: string[]): Check | null {
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

function drawTable(findings: readonly Finding[]): string[] {
  const rows = findings.map(({ call, status, verdict, detail }) => [call, String(status ?? "–"), verdict, detail]);
  const table = [["call", "status", "verdict", ""], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

function sumUp(findings: readonly Finding[]): string {
  const count = (verdict: Finding["verdict"]) => findings.filter((finding) => finding.verdict === verdict).length;
  return (["fits", "doesn't fit", "refused", "no answer", "skipped"] as const)
    .map((verdict) => `${verdict}: ${count(verdict)}`)
    .join(", ");
}

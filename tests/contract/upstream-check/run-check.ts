import { participants } from "../../../contract/values";
import type { Environment } from "../../../scripts/contract/options";
import type { Report } from "../../../scripts/contract/report";
import { runContractCheck } from "../../../scripts/contract/run";
import { DEMO_PASSWORD } from "../../setup/club";
import { CLIENT_ID, CLIENT_SECRET } from "../../setup/club-call";

/** The participants of the demo by their phones. */
export const demoAccounts = participants.map((as, index) => [as, `7900000000${index + 1}`] as const);

/** The environment with these accounts of the demo; passwords and credentials are never arguments. */
export function environmentFor(...wanted: readonly (typeof participants)[number][]): Environment {
  const accounts = demoAccounts.filter(([as]) => wanted.includes(as)).map(([as, phone]) => `${as}=${phone}`);
  return {
    UPSTREAM_CLIENT_ID: CLIENT_ID,
    UPSTREAM_CLIENT_SECRET: CLIENT_SECRET,
    CONTRACT_ACCOUNTS: accounts.join(" "),
    CONTRACT_PASSWORD: DEMO_PASSWORD,
  };
}

/** Runs the command. @returns its exit code and what it prints */
export async function runCheck(argv: readonly string[], environment: Environment) {
  const lines: string[] = [];
  const errors: string[] = [];
  const output = { print: (line: string) => lines.push(line), printError: (line: string) => errors.push(line) };
  const code = await runContractCheck(argv, output, environment);
  return { code, text: lines.join("\n"), errors: errors.join("\n") };
}

/** Runs the command with `--json`. */
export async function readReport(origin: string, environment: Environment, args: readonly string[] = []) {
  const { code, text, errors } = await runCheck(["--url", origin, "--json", ...args], environment);
  return { code, errors, report: JSON.parse(text) as Report };
}

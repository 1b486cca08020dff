import { parseArgs } from "node:util";
import { ZodError } from "zod";
import { RefusalError } from "../http/refusal-error";
import { addCurator } from "./add-curator";
import { addPrize } from "./add-prize";
import { addPromoCodes } from "./add-promo-codes";
import { addPromotion } from "./add-promotion";
import { acceptDocuments, rejectDocuments } from "./decide-documents";
import { ledger, verifyLedger } from "./ledger";
import { openServices } from "./open-services";
import { redirectToken } from "./redirect-token";
import { setWithdrawalStatus } from "./set-withdrawal-status";
import { Misuse, type Verb, type VerbCall } from "./verb";

const verbs: readonly Verb[] = [
  addCurator,
  addPromotion,
  addPromoCodes,
  addPrize,
  setWithdrawalStatus,
  acceptDocuments,
  rejectDocuments,
  ledger,
  verifyLedger,
  redirectToken,
];

export interface Output {
  print(line: string): void;
  complain(line: string): void;
}

/**
 * Runs one command of the operator.
 * @param environment instead of the process's own
 * @returns the exit code: 0 done, 1 refused or failed, 2 typed wrong
 */
export async function runCommand(
  argv: readonly string[],
  { print, complain }: Output,
  environment?: NodeJS.ProcessEnv,
): Promise<number> {
  const [name, ...args] = argv;
  if (name === undefined || name === "help" || name === "--help") {
    for (const line of describeVerbs()) print(line);
    return name === undefined ? 2 : 0;
  }
  const verb = verbs.find((known) => known.name === name);
  if (!verb) {
    complain(`There is no command "${name}". Try: npm run club -- help`);
    return 2;
  }
  try {
    const readWords = readArguments(verb, args);
    const { services, close } = await openServices(environment);
    try {
      return (await verb.run({ ...readWords, services, print })) ?? 0;
    } finally {
      await close();
    }
  } catch (error) {
    return explain(error, verb, complain);
  }
}

function readArguments(verb: Verb, args: string[]): Omit<VerbCall, "services" | "print"> {
  const { values, positionals } = parseArgs({ args, options: verb.options ?? {}, allowPositionals: true });
  const option = (name: string) => {
    const value = values[name];
    return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
  };
  return {
    option,
    require(name) {
      const value = option(name);
      if (value === undefined) throw new Misuse(`--${name} is missing.`);
      return value;
    },
    all(name) {
      const value = values[name];
      return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
    },
    flag: (name) => values[name] === true,
    words(...names) {
      const missing = names[positionals.length];
      if (missing !== undefined) throw new Misuse(`${missing} is missing.`);
      if (positionals.length > names.length) throw new Misuse(`"${positionals[names.length]}" is too much.`);
      return positionals;
    },
  };
}

function explain(error: unknown, verb: Verb, complain: Output["complain"]): number {
  if (error instanceof RefusalError) {
    for (const entry of error.entries) complain(entry.error_display_message);
    return 1;
  }
  const isMisuse =
    error instanceof Misuse ||
    error instanceof ZodError ||
    (error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS"));
  if (!isMisuse) {
    complain(error instanceof Error ? error.message || error.name : String(error));
    return 1;
  }
  for (const line of error instanceof ZodError ? error.issues.map((issue) => issue.message) : [error.message]) {
    complain(line);
  }
  complain(`Usage: npm run club -- ${verb.name} ${verb.usage}`);
  return 2;
}

function describeVerbs(): string[] {
  return [
    "npm run club -- <command>",
    "",
    ...verbs.flatMap(({ name, usage, summary }) => [`${name} ${usage}`.trim(), `    ${summary}`]),
    "help",
    "    Print this.",
    "",
    "Works on DATABASE_URL, or on the data of DATA_DIR, whether the portal runs or not.",
  ];
}

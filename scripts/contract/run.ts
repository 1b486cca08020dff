import { CommanderError } from "commander";
import { checkUpstream } from "./check-upstream";
import { formatReport } from "./format-report";
import { declareOptions, type Environment, readOptions } from "./options";
import type { Report } from "./report";

export interface Output {
  print(line: string): void;
  /** For errors and progress, so that a report can be piped. */
  printError(line: string): void;
}

const exitCodes: Readonly<Record<Report["result"], number>> = { fits: 0, breaks: 1, "not-checked": 3 };

/**
 * Runs the check of an upstream.
 * @returns the exit code: 0 no page breaks, 1 a page would break, 2 wrong usage, 3 something couldn't be checked
 */
export async function runContractCheck(
  argv: readonly string[],
  output: Output,
  environment: Environment,
): Promise<number> {
  const program = declareOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => output.print(text.trimEnd()),
      writeErr: (text) => output.printError(hideGiven(text.trimEnd())),
    });
  try {
    program.parse(argv, { from: "user" });
    const options = readOptions(program, environment);
    const report = await checkUpstream(options, (as) => output.printError(`Checking the pages of: ${as} …`));
    const lines = options.json ? [JSON.stringify(report, null, 2)] : formatReport(report, options.all);
    for (const line of lines) output.print(line);
    return exitCodes[report.result];
  } catch (error) {
    // The message, or the help that was asked for, has been printed by commander.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
}

/** A usage error of commander repeats the argument, which may hold a password. */
function hideGiven(message: string): string {
  return message.replace(/argument '.*' is invalid/s, "argument is invalid");
}

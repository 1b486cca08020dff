import { Command as CommanderCommand, CommanderError } from "commander";
import { readClubConfiguration } from "../../platform/configuration";
import { RefusalError } from "../../platform/http/refusal-error";
import { recordCommand } from "../record-event";
import { shellOperator } from "./act-command";
import { type Command, type CommandCall, type ExaminingCommand, type MaintenanceCommand, UsageError } from "./command";
import { commands } from "./commands";
import { openCommandDatabase, openServices } from "./open-services";

export interface Output {
  print(line: string): void;
  printError(line: string): void;
}

/**
 * Runs one command of the operator.
 *
 * @param environment replaces the environment of the process
 * @returns the exit code: 0 done, 1 refused or failed, 2 wrong usage
 */
export async function runCommand(
  argv: readonly string[],
  output: Output,
  environment?: NodeJS.ProcessEnv,
): Promise<number> {
  let exitCode = 0;
  const program = new CommanderCommand("npm run club --")
    .usage("<command>")
    .addHelpText("after", "\nWorks on DATABASE_URL, or on the data of DATA_DIR, whether the portal runs or not.")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => output.print(text.trimEnd()),
      writeErr: (text) => output.printError(text.trimEnd()),
    });
  for (const command of commands) {
    const declared = command.declare().copyInheritedSettings(program);
    declared.showHelpAfterError(`Try: npm run club -- help ${declared.name()}`);
    declared.action(async () => {
      exitCode = await runDeclared(command, declared, output, environment);
    });
    program.addCommand(declared);
  }
  try {
    await program.parseAsync(argv, { from: "user" });
    return exitCode;
  } catch (error) {
    // The message, or the help that was asked for, has been printed by commander.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    for (const line of describeFailure(error)) output.printError(line);
    return 1;
  }
}

async function runDeclared(
  command: Command | MaintenanceCommand | ExaminingCommand,
  declared: CommanderCommand,
  output: Output,
  environment: NodeJS.ProcessEnv | undefined,
): Promise<number> {
  const values = { args: declared.processedArgs, options: declared.opts(), print: output.print };
  try {
    if ("examine" in command) return (await command.examine({ ...values, environment })) ?? 0;
    const exitCode = await ("maintain" in command
      ? maintain(command, declared.name(), values, environment)
      : runWithServices(command, declared.name(), values, environment));
    return exitCode ?? 0;
  } catch (error) {
    if (error instanceof UsageError) return declared.error(`error: ${error.message}`);
    // A refusal at a field is about what was typed.
    const isAboutInput = error instanceof RefusalError && error.entries.some(hasField);
    if (isAboutInput) return declared.error(`error: ${describeFailure(error).join(" ")}`);
    throw error;
  }
}

type Values = Omit<CommandCall<object, readonly unknown[]>, "services">;

async function runWithServices(
  command: Command,
  name: string,
  values: Values,
  environment: NodeJS.ProcessEnv | undefined,
) {
  const { services, close } = await openServices(environment);
  try {
    const exitCode = await command.run({ ...values, services });
    if (!command.recordsItself) await recordCommand(services.db, services, name, shellOperator());
    return exitCode;
  } finally {
    await close();
  }
}

async function maintain(
  command: MaintenanceCommand,
  name: string,
  values: Values,
  environment: NodeJS.ProcessEnv | undefined,
) {
  const configuration = readClubConfiguration(environment);
  const { db, close } = await openCommandDatabase(configuration);
  try {
    const exitCode = await command.maintain({ db, configuration, args: values.args, print: values.print });
    await recordCommand(db, { now: () => new Date() }, name, shellOperator());
    return exitCode;
  } finally {
    await close();
  }
}

const hasField = (entry: RefusalError["entries"][number]) => entry.error_system_message.field_key !== undefined;

function describeFailure(error: unknown): string[] {
  if (error instanceof RefusalError) return error.entries.map((entry) => entry.error_display_message);
  // Node's error of a refused connection has no message.
  return [error instanceof Error ? error.message || error.name : String(error)];
}

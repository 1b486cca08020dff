import type { Command as CommanderCommand } from "commander";
import type { Kysely } from "kysely";
import type { ClubConfiguration } from "../../platform/configuration";
import type { Database } from "../../platform/db/schema";
import type { Services } from "../../platform/services";

/** What a command works with. */
export interface CommandCall<Options extends object, Arguments extends readonly unknown[]> {
  readonly services: Services;
  /** The values without a name, parsed. */
  readonly args: Arguments;
  /** The values of the options, parsed, by their names in camel case. */
  readonly options: Options;
  print(line: string): void;
}

/** One command of the operator. A new one is a file of its own and a line in `commands.ts`. */
export interface Command<Options extends object = object, Arguments extends readonly unknown[] = readonly unknown[]> {
  /** Declares name, description, arguments and options; commander parses them and writes the help. */
  declare(): CommanderCommand;
  /** The command writes its row of the audit log itself. Of any other one the row has its name. */
  readonly recordsItself?: true;
  /** Returns the exit code when it isn't 0. @throws UsageError, RefusalError */
  run(call: CommandCall<Options, Arguments>): Promise<number | undefined>;
}

/** A command that works on the database as it is: it isn't migrated, and no key is made. */
export interface MaintenanceCommand<Arguments extends readonly unknown[] = readonly unknown[]> {
  /** As of `Command`. */
  declare(): CommanderCommand;
  /** Returns the exit code when it isn't 0. @throws UsageError, or an Error whose message is for the operator */
  maintain(call: {
    readonly db: Kysely<Database>;
    readonly configuration: ClubConfiguration;
    /** The values without a name, parsed. */
    readonly args: Arguments;
    print(line: string): void;
  }): Promise<number | undefined>;
}

/** A command that looks for what is there, and works although some of it isn't. */
export interface ExaminingCommand<Options extends object = object> {
  /** As of `Command`. */
  declare(): CommanderCommand;
  /** Returns the exit code when it isn't 0. @throws UsageError, or an Error whose message is for the operator */
  examine(call: {
    readonly environment: NodeJS.ProcessEnv | undefined;
    readonly options: Options;
    print(line: string): void;
  }): Promise<number | undefined>;
}

/** The operator asked for something that can't be done. The command ends with exit code 2. */
export class UsageError extends Error {
  override name = "UsageError";
}

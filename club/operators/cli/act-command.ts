import { readFile, writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { basename } from "node:path";
import { Argument, Command as CommanderCommand, Option } from "commander";
import { ZodError } from "zod";
import type { Act, ActOutcome } from "../../platform/acts/act";
import { previewAct, type RawInput } from "../../platform/acts/carry-out";
import type { ActFile, Field } from "../../platform/acts/field";
import type { Operator } from "../../platform/acts/operator";
import { runAct } from "../../platform/acts/run-act";
import { recordCommand } from "../record-event";
import { type Command, type CommandCall, UsageError } from "./command";
import { formatTable } from "./format-table";
import { optionKey, optionName } from "./option-names";

type Options = Record<string, string | string[] | boolean | undefined>;
type Arguments = readonly (string | undefined)[];

/** An act as a command: fields are its arguments and options. `--dry-run` is the preview, `--json` for programs. */
export function commandOfAct(act: Act): Command<Options, Arguments> {
  return {
    recordsItself: true,
    declare: () => declareAct(act),
    async run({ services, args, options, print }) {
      const raw = await readInput(act, args, options);
      const operator = shellOperator();
      try {
        if (options.dryRun) {
          printOutcome(await previewAct(services, operator, act, raw), options, print, { state: "checked" });
          return undefined;
        }
        const result = await runAct(services, operator, act, raw);
        if (result.state === "done") await saveFile(result.outcome, options, print);
        else {
          const subject = { kind: "request", id: result.requestId };
          const asked = { subject, input: { act: act.name } };
          await recordCommand(services.db, services, "ask-second-operator", operator, asked);
        }
        const request = result.state === "waiting" ? { request_id: result.requestId } : {};
        printOutcome(result.outcome, options, print, { state: result.state, ...request });
        if (result.state === "waiting" && !options.json) {
          print(`Ждёт второго оператора: npm run club -- decide-request ${result.requestId}`);
        }
        return undefined;
      } catch (error) {
        if (error instanceof ZodError) throw new UsageError(describeIssues(act, error));
        throw error;
      }
    },
  };
}

/** Whoever runs the command, by the name of the operating system. */
export function shellOperator(): Operator {
  return { kind: "shell", user: userInfo().username };
}

function declareAct(act: Act): CommanderCommand {
  const command = new CommanderCommand(act.name).description(act.summary);
  for (const [name, field] of Object.entries(act.fields)) {
    if (field.isPositional) command.addArgument(declareArgument(name, field));
    else command.addOption(declareOption(name, field));
  }
  return command
    .option("--dry-run", "show what would change, and change nothing")
    .option("--json", "print the outcome as JSON")
    .option("--out <path>", "where to save the file that the act makes");
}

function declareArgument(name: string, field: Field): Argument {
  const argument = new Argument(field.isRequired ? `<${optionName(name)}>` : `[${optionName(name)}]`, field.help);
  return field.choices ? argument.choices(field.choices.map(({ value }) => value)) : argument;
}

function declareOption(name: string, field: Field): Option {
  if (field.control === "flag") return new Option(`--${optionName(name)}`, field.help);
  const placeholder = field.control === "file" ? "path" : field.control === "number" ? "number" : "value";
  const option = new Option(`--${optionName(name)} <${placeholder}>`, field.help);
  if (field.choices) option.choices(field.choices.map(({ value }) => value));
  // A text of several lines may also be given a line at a time.
  if (field.control === "multiline")
    option.argParser((line: string, earlier?: string) => (earlier ? `${earlier}\n${line}` : line));
  return option.makeOptionMandatory(field.isRequired);
}

async function readInput(act: Act, args: Arguments, options: Options): Promise<RawInput> {
  const raw: Record<string, unknown> = {};
  let position = 0;
  for (const [name, field] of Object.entries(act.fields)) {
    const value = field.isPositional ? args[position++] : options[optionKey(name)];
    raw[name] = field.control === "file" && typeof value === "string" ? await readActFile(value) : value;
  }
  return raw;
}

async function readActFile(path: string): Promise<ActFile> {
  try {
    return { name: basename(path), contentType: "", content: await readFile(path) };
  } catch (error) {
    throw new UsageError(`${path} can't be read: ${error instanceof Error ? error.message : error}`);
  }
}

async function saveFile({ file }: ActOutcome, options: Options, print: CommandCall<object, Arguments>["print"]) {
  if (!file) return;
  const path = typeof options.out === "string" ? options.out : file.fileName;
  // It may hold what only the operator may read.
  await writeFile(path, file.content, { mode: 0o600, flag: "wx" });
  if (!options.json) print(`Файл: ${path}`);
}

function printOutcome(outcome: ActOutcome, options: Options, print: (line: string) => void, more: object): void {
  const { lines, table, points = 0, secrets = [], whySecondOperator = [] } = outcome;
  if (options.json) {
    print(JSON.stringify({ ...more, lines, ...(table && { table }), points, secrets }));
    return;
  }
  for (const line of lines) print(line);
  if (whySecondOperator.length > 0) print(`Нужно согласие второго оператора. ${whySecondOperator.join(" ")}`);
  for (const { label, value } of secrets) print(`${label}: ${value}`);
  if (table) for (const line of formatTable(table)) print(line);
}

function describeIssues(act: Act, error: ZodError): string {
  const describe = ({ path, message }: ZodError["issues"][number]) => {
    const field = act.fields[String(path[0])];
    return field ? `${field.label}: ${message}` : message;
  };
  return error.issues.map(describe).join(" ");
}

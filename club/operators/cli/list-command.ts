import { Command as CommanderCommand, Option } from "commander";
import { ZodError } from "zod";
import { type Card, type List, type ListPage, readPage } from "../../platform/acts/view";
import { recordCommand } from "../record-event";
import { shellOperator } from "./act-command";
import { type Command, UsageError } from "./command";
import { formatTable } from "./format-table";
import { optionKey, optionName } from "./option-names";

type Options = Record<string, string | boolean | undefined>;

/** A list as the command `list-<name>`: its filters are options. */
export function commandOfList(list: List): Command<Options, readonly []> {
  return {
    recordsItself: true,
    declare() {
      const command = new CommanderCommand(`list-${list.name}`).description(list.summary);
      for (const [name, { help, choices, control }] of Object.entries(list.filters)) {
        const option = new Option(`--${optionName(name)}${control === "flag" ? "" : " <value>"}`, help);
        if (choices) option.choices(choices.map(({ value }) => value));
        command.addOption(option);
      }
      return command
        .option("--after <key>", "go on after the page that ended with this key")
        .option("--json", "print JSON");
    },
    async run({ services, options, print }) {
      const raw = Object.fromEntries(Object.keys(list.filters).map((name) => [name, options[optionKey(name)]]));
      const page = await readOrExplain(services, list, raw, text(options.after));
      const subject = { kind: "list", id: list.name };
      await recordCommand(services.db, services, "open-list", shellOperator(), { subject });
      if (options.json) {
        print(JSON.stringify(page));
        return undefined;
      }
      for (const line of formatTable({ columns: list.columns, rows: page.rows })) print(line);
      if (page.next) print(`… --after ${page.next}`);
      return undefined;
    },
  };
}

/** A card as the command `show-<name>`. */
export function commandOfCard(card: Card): Command<Options, readonly [id: string]> {
  return {
    recordsItself: true,
    declare: () =>
      new CommanderCommand(`show-${card.name}`)
        .description(card.summary)
        .argument("<id>")
        .option("--json", "print JSON"),
    async run({ services, args: [id], options, print }) {
      const content = await card.read(services, id);
      if (!content) throw new UsageError(`There is no ${card.name} ${id}.`);
      const subject = { kind: card.name, id: content.id ?? id };
      await recordCommand(services.db, services, "open-card", shellOperator(), { subject });
      if (options.json) {
        print(JSON.stringify(content));
        return undefined;
      }
      print(content.title);
      for (const { title, facts = [], table } of content.sections) {
        print("");
        print(title);
        for (const { label, value } of facts) print(`${label}: ${value}`);
        if (table) for (const line of formatTable(table)) print(line);
      }
      return undefined;
    },
  };
}

/** @throws UsageError */
async function readOrExplain(...page: Parameters<typeof readPage>): Promise<ListPage> {
  try {
    return await readPage(...page);
  } catch (error) {
    if (error instanceof ZodError) throw new UsageError(error.issues.map(({ message }) => message).join(" "));
    throw error;
  }
}

const text = (value: string | boolean | undefined) => (typeof value === "string" ? value : undefined);

import { Argument, Command as CommanderCommand } from "commander";
import { type ActRequestView, decideActRequest, readActRequest } from "../../platform/acts/act-requests";
import { isUuid } from "../../platform/http/parse-id";
import { findAct } from "../operator-parts";
import { shellOperator } from "./act-command";
import { type Command, UsageError } from "./command";
import { formatTable } from "./format-table";
import { parseText } from "./parsers";

type Print = (line: string) => void;

/** The second operator's answer to an act that needs one. Without an answer it shows what a yes would do. */
export const decideRequest: Command<
  { reason?: string; seen?: string },
  readonly [id: string, decision?: "yes" | "no"]
> = {
  declare: () =>
    new CommanderCommand("decide-request")
      .description("Look at an act of another operator that needs a second one, and agree to it or refuse it.")
      .argument("<id>", "printed when the act was asked for")
      .addArgument(new Argument("[decision]", "without it, shows what the act would change").choices(["yes", "no"]))
      .option("--seen <key>", "of what was shown; yes needs it", parseText)
      .option("--reason <text>", "why it is refused", parseText),
  async run({ services, args: [id, decision], options: { seen, reason = "" }, print }) {
    if (!isUuid(id)) throw new UsageError("The id looks like 0b0f5ad4-1c55-4d7e-9a54-1c4cbb7f4b7e.");
    if (!decision) {
      show(await readActRequest(services, shellOperator(), findAct, id), print);
      return undefined;
    }
    if (decision === "yes" && !seen) {
      throw new UsageError(`Look first: decide-request ${id} shows what would change, and the key of --seen.`);
    }
    const yes = decision === "yes" ? { seen: seen ?? "" } : null;
    const view = await decideActRequest(services, shellOperator(), findAct, id, { yes, reason });
    if (view.state !== "changed") {
      for (const line of view.outcome.lines) print(line);
      return undefined;
    }
    print("С тех пор данные изменились, и ничего не сделано. Теперь будет так:");
    show(view, print);
    return 1;
  },
};

function show(
  { id, outcome: { lines, table }, seen, objection, whySecondOperator }: ActRequestView,
  print: Print,
): void {
  for (const line of lines) print(line);
  if (whySecondOperator.length > 0) print(`Нужно согласие второго оператора. ${whySecondOperator.join(" ")}`);
  if (table) for (const line of formatTable(table)) print(line);
  print(objection ?? `Согласиться: npm run club -- decide-request ${id} yes --seen ${seen}`);
}

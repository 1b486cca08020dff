import { Argument, Command as CommanderCommand } from "commander";
import { decideActRequest } from "../acts/act-requests";
import { findAct } from "../operator-parts";
import { shellOperator } from "./act-command";
import { type Command, UsageError } from "./command";
import { parseText } from "./parsers";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The second operator's answer to an act that moves many points. */
export const decideRequest: Command<{ reason?: string }, readonly [id: string, decision: "yes" | "no"]> = {
  declare: () =>
    new CommanderCommand("decide-request")
      .description("Agree to an act of another operator that moves many points, or refuse it.")
      .argument("<id>", "printed when the act was asked for")
      .addArgument(new Argument("<decision>").choices(["yes", "no"]))
      .option("--reason <text>", "why it is refused", parseText),
  async run({ services, args: [id, decision], options, print }) {
    if (!UUID.test(id)) throw new UsageError("The id looks like 0b0f5ad4-1c55-4d7e-9a54-1c4cbb7f4b7e.");
    const { outcome, state } = await decideActRequest(services, shellOperator(), findAct, id, {
      yes: decision === "yes",
      reason: options.reason ?? "",
    });
    if (state === "changed") {
      print("С тех пор данные изменились. Посмотрите, что будет теперь, и ответьте ещё раз:");
    }
    for (const line of outcome.lines) print(line);
    return state === "changed" ? 1 : undefined;
  },
};

import { Command as CommanderCommand } from "commander";
import { listFirstDay } from "../first-day";
import type { Command } from "./command";

/** Leads through the first day of a club: prepares the database, then lists what is missing, each with its command. */
export const init: Command = {
  declare: () =>
    new CommanderCommand("init").description(
      "Prepare the database of a new club and list what it needs before its first participant. Ends with 1 while something is missing.",
    ),
  async run({ services, print }) {
    const steps = await listFirstDay(services);
    for (const { title, isDone, act } of steps) {
      print(`${isDone ? "✓" : "·"} ${title}${isDone ? "" : `: npm run club -- ${act} --help`}`);
    }
    const missing = steps.filter(({ isDone }) => !isDone).length;
    print(missing === 0 ? "Клуб готов к первому участнику." : `Осталось: ${missing}.`);
    return missing === 0 ? undefined : 1;
  },
};

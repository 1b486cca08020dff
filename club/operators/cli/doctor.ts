import { Command as CommanderCommand } from "commander";
import { errorMessage } from "../../platform/db/error-message";
import { checks } from "../doctor/checks";
import { outsideChecks } from "../doctor/outside";
import type { Command } from "./command";

interface Options {
  readonly mailTo?: string;
  readonly smsTo?: string;
}

/** Tries what the variables say, so that a wrong one shows before the first participant meets it. */
export const doctor: Command<Options> = {
  declare: () =>
    new CommanderCommand("doctor")
      .description(
        "Try what the variables say: database and its key, schema, clock, disk, mail and SMS gateways, and from outside the portal at PUBLIC_ORIGIN with its proxies and caches. Ends with 1 when something is wrong.",
      )
      .option("--mail-to <address>", "also send a letter there")
      .option("--sms-to <phone>", "also send an SMS there, such as 79150001122"),
  async run({ services, options, print }) {
    const trial = { mailTo: options.mailTo ?? null, smsTo: options.smsTo ?? null };
    let failures = 0;
    for (const check of [...checks, ...outsideChecks]) {
      const outcome = await check.try(services, trial).then(
        (words) => ({ mark: "✓", words }),
        (error: unknown) => ({ mark: "✗", words: errorMessage(error) }),
      );
      if (outcome.mark === "✗") failures += 1;
      print(`${outcome.mark} ${check.name}: ${outcome.words}`);
    }
    print(failures === 0 ? "Everything is right." : `Wrong: ${failures}.`);
    return failures === 0 ? undefined : 1;
  },
};

// `npm run bench` measures pages, `npm run bench -- data` what the club does with large data. See README.md beside it.
import { fileURLToPath } from "node:url";
import { program } from "commander";
import { benchCrowd } from "./crowd";
import { benchData } from "./data";
import { benchMixed } from "./mixed";
import { benchPages } from "./pages";
import { benchJourneys } from "./scale/measure-journeys";
import { benchScale } from "./scale/measure-scale";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

program.name("npm run bench --").description("Measures speed. Figures compare only within one run.");

program
  .command("pages", { isDefault: true })
  .description("pages of the portal beside their references")
  .option("--rounds <number>", "rounds; each asks for every page", Number, 3)
  .option("--secs <number>", "seconds for each page in a round", Number, 4)
  .option("--connections <number>", "simultaneous requests", Number, 16)
  .option("--only <names...>", "pages whose names contain one of these; the references are always measured", [])
  .action(({ secs, ...options }) => benchPages({ ...options, seconds: secs }));

program
  .command("data")
  .description("reports, exchanges, history, outbox")
  .option("--only <names...>", "parts of names", [])
  .action(({ only }) => benchData(only));

program
  .command("scale")
  .description("one person's pages, an order and a report while the ledger grows tenfold")
  .option("--entries <numbers>", "lengths of the ledger", "1000000,10000000")
  .action(({ entries }) => benchScale(readNumbers(entries)));

program
  .command("journeys")
  .description("statements, rows and bytes of the log that the database spends on each journey")
  .action(benchJourneys);

program
  .command("mixed")
  .description("pages of several roles, orders and reports at a steady rate, with memory and the ledger's verification")
  .option("--minutes <number>", "how long", Number, 10)
  .option("--rate <number>", "pages a second", Number, 60)
  .action(benchMixed);

program
  .command("crowd")
  .description("pages of many distinct people at rising rates: what is accepted, and what is refused above that")
  .option("--people <number>", "how many", Number, 200)
  .option("--rates <numbers...>", "pages a second", ["100", "150", "200", "300"])
  .option("--secs <number>", "seconds for each rate", Number, 20)
  .option("--processes <numbers>", "processes that serve, such as 1,2,4; with several numbers also the model", "1")
  .action(({ people, rates, secs, processes }) =>
    benchCrowd({
      people,
      rates: rates.flatMap(readNumbers),
      seconds: secs,
      processes: readNumbers(processes),
    }),
  );

function readNumbers(text: string): number[] {
  return text.split(",").map(Number);
}

await program.parseAsync();

import { existsSync } from "node:fs";
import { runCommand } from "./operators/cli/run";

if (existsSync(".env")) process.loadEnvFile(".env");

process.exitCode = await runCommand(process.argv.slice(2), {
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
});

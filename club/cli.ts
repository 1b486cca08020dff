import { existsSync } from "node:fs";
import { runCommand } from "./operators/cli/run";

if (existsSync(".env")) process.loadEnvFile(".env");

// A reader that closes early, such as `head`, doesn't stop a command halfway.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

process.exitCode = await runCommand(process.argv.slice(2), {
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
});

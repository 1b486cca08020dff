import { existsSync } from "node:fs";
import { runContractCheck } from "./contract/run";

if (existsSync(".env")) process.loadEnvFile(".env");

// Whoever reads the report may stop early, such as `| head`.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

const output = { print: console.log, printError: console.error };
process.exitCode = await runContractCheck(process.argv.slice(2), output, process.env);

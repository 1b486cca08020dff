import { runContractCheck } from "./contract/run";

process.exitCode = await runContractCheck(process.argv.slice(2), (line) => console.log(line));

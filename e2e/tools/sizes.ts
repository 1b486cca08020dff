// Weighs every page of the built portal for every kind of participant: `npm run sizes`, or `npm run sizes -- guest member`.
// Prints the bytes of the response with its headers, directly and through an edge that compresses it, of its HTML in brotli 11, of the inline CSS and of the scripts after
// hydration, and fails if a page exceeds a budget.

import { listExcesses, WEIGHED_ROLES, weighScreens, weighText } from "../../scripts/page-weights";
import { createDataFolder } from "../setup/data-folder";
import { startServer } from "../setup/server";

const wanted = process.argv.slice(2);
const folder = await createDataFolder();
const server = await startServer(folder.path);
const excesses: string[] = [];
try {
  console.log("participant     wire     edge     br11     CSS      script   page");
  for (const role of WEIGHED_ROLES) {
    if (wanted.length > 0 && !wanted.includes(role)) continue;
    for await (const weight of weighScreens(server.origin, "build/client", role)) {
      const figures = [weight.response, weight.edge, weighText(weight.text), weight.css, weight.script];
      console.log(`${role.padEnd(16)}${figures.map((figure) => String(figure).padEnd(8)).join(" ")}${weight.path}`);
      excesses.push(...listExcesses(weight));
    }
  }
} finally {
  await server.stop();
  await folder.remove();
}
console.log(excesses.length > 0 ? `Over budget:\n${excesses.join("\n")}` : "Every page keeps to its budget.");
process.exitCode = excesses.length > 0 ? 1 : 0;

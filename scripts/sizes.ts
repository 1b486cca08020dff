// Weighs every page of the built portal for every kind of participant: `npm run sizes`, or `npm run sizes -- guest member`.
// HTML as the server sends it and at the strongest brotli, the CSS in it, the script of the page once it is alive.
// Fails where one is over its budget.
import { createDataFolder } from "../e2e/setup/data-folder";
import { startServer } from "../e2e/setup/server";
import { listExcesses, WEIGHED_ROLES, weighScreens, weighText } from "./page-weights";

const wanted = process.argv.slice(2);
const folder = await createDataFolder();
const server = await startServer(folder.path);
const over: string[] = [];
try {
  console.log("participant     HTML br  at br11  CSS    script  page");
  for (const role of WEIGHED_ROLES) {
    if (wanted.length > 0 && !wanted.includes(role)) continue;
    for await (const weight of weighScreens(server.origin, "build/client", role)) {
      const figures = [weight.html, weighText(weight.text), weight.css, weight.script];
      console.log(`${role.padEnd(16)}${figures.map((figure) => String(figure).padEnd(8)).join(" ")}${weight.path}`);
      over.push(...listExcesses(weight));
    }
  }
} finally {
  await server.stop();
  await folder.remove();
}
console.log(over.length > 0 ? `Over budget:\n${over.join("\n")}` : "Every page keeps to its budget.");
process.exitCode = over.length > 0 ? 1 : 0;

// `npm run --silent sbom > sbom.json` lists the packages that the built portal and club run with, and their licences, in
// CycloneDX. `npm sbom --omit=dev` leaves out what the build needs as well, such as express.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const given = ["sbom", "--sbom-format=cyclonedx", "--package-lock-only"];
const cwd = fileURLToPath(new URL("..", import.meta.url));
const list = JSON.parse(execFileSync("npm", given, { cwd, encoding: "utf8", maxBuffer: 2 ** 28 }));
const isForBuilding = ({ properties = [] }) => properties.some(({ name }) => name === "cdx:npm:package:development");
const components = list.components.filter((component) => !isForBuilding(component));
const known = new Set([list.metadata.component, ...components].map((component) => component["bom-ref"]));
const dependencies = list.dependencies
  .filter(({ ref }) => known.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => known.has(one)) }));
console.log(JSON.stringify({ ...list, components, dependencies }, null, 2));

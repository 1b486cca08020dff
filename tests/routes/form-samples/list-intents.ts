import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const APP = fileURLToPath(new URL("../../../app", import.meta.url));

/** A word by which an action tells its forms and buttons apart, and the file that says it, from `app/`. */
export interface Intent {
  readonly file: string;
  readonly intent: string;
}

/** Where the sources name one: a button or hidden field, a comparison, a schema, what script sends, a constant. */
const PLACES = [
  /name="intent"\s+value="([\w-]+)"/g,
  /name="intent"\s+value=\{[^}"]*"([\w-]+)"/g,
  /name="intent"\s+value=\{[^}"]*"[\w-]+"[^}"]*"([\w-]+)"/g,
  /<LookupButton\b[^>]*?\bintent="([\w-]+)"/g,
  /\bintent"?\)?\s*[!=]==\s*"([\w-]+)"/g,
  /\bintent: (?:z\.literal\()?"([\w-]+)"/g,
  /_INTENT = "([\w-]+)"/g,
];
const SWITCH = /switch \((?:\w+\.)?intent\) \{(.*?)\n {2}\}/gs;

/** Every intent that the portal's sources name. */
export function listIntents(): Intent[] {
  const files = readdirSync(APP, { recursive: true, withFileTypes: true }).filter(({ name }) => /\.tsx?$/.test(name));
  return files.flatMap((entry) => {
    const place = path.join(entry.parentPath, entry.name);
    const file = path.relative(APP, place).replaceAll("\\", "/");
    return [...new Set(readIntents(readFileSync(place, "utf8")))].map((intent) => ({ file, intent }));
  });
}

function readIntents(source: string): string[] {
  const named = PLACES.flatMap((pattern) => [...source.matchAll(pattern)].map(([, intent = ""]) => intent));
  const cases = [...source.matchAll(SWITCH)].flatMap(([, body = ""]) =>
    [...body.matchAll(/case "([\w-]+)":/g)].map(([, intent = ""]) => intent),
  );
  return [...named, ...cases];
}

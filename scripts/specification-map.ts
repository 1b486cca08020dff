import { writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { drawMap, findTestsByClause, MAP_FILE } from "./specification-map/draw-map";

const testsByClause = findTestsByClause();
writeFileSync(path.join(fileURLToPath(new URL("..", import.meta.url)), MAP_FILE), drawMap(testsByClause));
const untested = [...testsByClause].filter(([, titles]) => titles.length === 0).map(([{ number }]) => `§${number}`);
console.log(
  untested.length > 0 ? `Without a test: ${untested.join(", ")}` : `${testsByClause.size} clauses, each with a test.`,
);

import { writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { drawMap, findProofs, MAP_FILE } from "./specification-map/draw-map";

const proofs = findProofs();
writeFileSync(path.join(fileURLToPath(new URL("..", import.meta.url)), MAP_FILE), drawMap(proofs));
const unproven = [...proofs].filter(([, titles]) => titles.length === 0).map(([{ number }]) => `§${number}`);
console.log(
  unproven.length > 0 ? `Without a test: ${unproven.join(", ")}` : `${proofs.size} clauses, each with a test.`,
);

// Starts the thread of table-worker.ts where the club runs from its sources: tsx doesn't reach into threads by itself.
import { register } from "tsx/esm/api";

register();
await import("./table-worker.ts");

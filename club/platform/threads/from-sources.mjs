// Starts a thread's module, which is the first argument, where the club runs from its sources: tsx doesn't reach into threads.
import { register } from "tsx/esm/api";

register();
await import(process.argv[2]);

import pino, { type DestinationStream } from "pino";

/** For so long a line may wait for others, because a write costs more than making the line. */
const WAIT_MS = 100;
const MAX_CHARACTERS = 16_384;
const WARNING = pino.levels.values.warn ?? 0;

/**
 * The standard output for a log: lines are written several at a time. A warning or an error is written at once with those
 * before it, and nothing is lost at an exit; a process that is killed loses the ordinary lines of the last 100 ms.
 * @param output where the lines go
 */
export function createLogOutput(output: DestinationStream = process.stdout): DestinationStream {
  let waiting = "";
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const lines = waiting;
    waiting = "";
    if (lines !== "") output.write(lines);
  };
  process.once("exit", flush);
  return Object.assign(
    {
      /** Set by pino before each line. */
      lastLevel: 0,
      write(line: string) {
        waiting += line;
        if (this.lastLevel >= WARNING || waiting.length > MAX_CHARACTERS) return flush();
        timer ??= setTimeout(flush, WAIT_MS).unref();
      },
    },
    { [Symbol.for("pino.metadata")]: true },
  );
}

import type { UpstreamCaller } from "./caller.server";
import { explainBrokenConnection, whenAborted } from "./send.server";

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/**
 * Passes the body of a file on as it comes and no faster than the visitor takes it, so that it is never held in memory. A
 * body that breaks off is an outage; a visitor who leaves ends it without one.
 * @param call the call's name in the log
 * @param start what has been read of the body already
 */
export function relayBody(
  call: string,
  reader: Reader,
  caller: UpstreamCaller,
  start: readonly Uint8Array[] = [],
): ReadableStream<Uint8Array> {
  const chunks = [...start];
  let isOver = false;
  const stop = () => void reader.cancel().catch(() => undefined);
  whenAborted(caller.signal, stop);
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      await caller.waitForVisitor?.();
      const next = chunks.length > 0 ? { value: chunks.shift() } : await reader.read().catch(fail);
      if (isOver) return;
      if (next?.value) controller.enqueue(next.value);
      else controller.close();

      function fail(error: unknown) {
        if (!isOver) controller.error(explainBrokenConnection(call, error, caller));
        isOver = true;
      }
    },
    cancel() {
      isOver = true;
      stop();
    },
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}

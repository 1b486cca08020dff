import type { RequestHandler } from "express";

/**
 * Tells loaders when the visitor has taken what was sent so far, because Remix writes without waiting. It stands behind the
 * compression, which replaces `write` and the event `drain` with its own.
 */
export function paceOutput(): RequestHandler {
  return (_req, res, next) => {
    let isFull = false;
    let waiting: (() => void)[] = [];
    const goOn = () => {
      isFull = false;
      for (const resolve of waiting) resolve();
      waiting = [];
    };
    const write = res.write.bind(res) as (...args: unknown[]) => boolean;
    res.write = (...args: unknown[]) => {
      const hasRoom = write(...args);
      isFull = !hasRoom;
      return hasRoom;
    };
    res.on("drain", goOn).on("close", goOn);
    res.locals.loadContext.waitForVisitor = async () => {
      if (isFull && !res.destroyed) await new Promise<void>((resolve) => waiting.push(resolve));
    };
    next();
  };
}

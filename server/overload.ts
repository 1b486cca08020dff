import type { Request, RequestHandler, Response } from "express";
import { sendErrorPage } from "./error-page";

/** Pages that are made at once. More would only share the same processor, and wait for each other at the database. */
const PAGES_AT_ONCE = { withClub: 12, alone: 100 };
/** So long a page may wait for its turn. Making it takes a fraction of a second, so nobody waits longer than one. */
const LONGEST_WAIT_MS = 250;
/** A page that takes longer waits for somebody else: the upstream, or a visitor with a slow network. */
const LONGEST_TURN_MS = 1_000;
/** After so many seconds browsers and caches come back, not all at once. */
const RETRY_SECONDS = [1, 2, 3];

/** An order that has been started is carried on by this page. */
const ORDER_PATH = /^\/dashboard\/gifts\/order(?:[/.]|$)/;

export interface OverloadOptions {
  /** Whether a page has to be made for a request. Files and exports are taken by their visitors at their own pace. */
  readonly needsPage: (req: Request) => boolean;
  /** Whether the club works in this process too. */
  readonly hasClub: boolean;
  readonly onRefuse: () => void;
}

/**
 * Lets so many pages be made at once as one process can; others wait for a moment and are then refused, so that more visitors
 * than it can serve don't keep everybody waiting. What a person has sent is never refused and never waits, and neither does a
 * started order. Guests' kept pages and files are answered before this.
 */
export function shedLoad({ needsPage, hasClub, onRefuse }: OverloadOptions): RequestHandler {
  const places = hasClub ? PAGES_AT_ONCE.withClub : PAGES_AT_ONCE.alone;
  const waiting = new Set<() => void>();
  let taken = 0;
  let refused = 0;

  const take = (res: Response) => {
    taken += 1;
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(limit);
      taken -= 1;
      const [next] = waiting;
      next?.();
    };
    const limit = setTimeout(end, LONGEST_TURN_MS).unref();
    res.once("finish", end).once("close", end);
  };

  return (req, res, next) => {
    const isRead = req.method === "GET" || req.method === "HEAD";
    if (!isRead || ORDER_PATH.test(req.path) || !needsPage(req)) return next();
    if (taken < places) {
      take(res);
      return next();
    }
    const stopWaiting = () => {
      waiting.delete(enter);
      clearTimeout(limit);
      res.off("close", stopWaiting);
    };
    const enter = () => {
      stopWaiting();
      take(res);
      next();
    };
    const limit = setTimeout(() => {
      stopWaiting();
      onRefuse();
      refused += 1;
      res.set("Retry-After", String(RETRY_SECONDS[refused % RETRY_SECONDS.length]));
      sendErrorPage(req, res, {
        status: 503,
        title: "Сейчас очень много посетителей",
        text: "Ничего не потерялось. Обновите страницу через несколько секунд.",
      });
    }, LONGEST_WAIT_MS);
    res.once("close", stopWaiting);
    waiting.add(enter);
  };
}

import type { RequestHandler } from "express";
import ipaddr from "ipaddr.js";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { sendErrorPage } from "./error-page";

const MINUTE_S = 60;
/** An order posts once a second, and many people may share one address of a mobile operator. */
const POSTS_A_MINUTE = 300;
/** Forms that check a password or code, or send a message. */
const SENSITIVE_POSTS_A_MINUTE = 60;
const SENSITIVE_PATH = /^\/(?:login|recovery|activation|register|feedback)(?:[/.]|$)/;
/** Loopback gets this many times more, because all visitors behind a local proxy missing in TRUST_PROXY share it. */
const LOOPBACK_FACTOR = 10;
const LOOPBACK = "loopback";

/** Limits the posts of one network address. Reading is not limited; the club limits attempts at codes and passwords. */
export function limitPosts(onRefuse: () => void): RequestHandler {
  const limiterOf = (points: number) => new RateLimiterMemory({ points, duration: MINUTE_S });
  const remote = { all: limiterOf(POSTS_A_MINUTE), sensitive: limiterOf(SENSITIVE_POSTS_A_MINUTE) };
  const local = {
    all: limiterOf(POSTS_A_MINUTE * LOOPBACK_FACTOR),
    sensitive: limiterOf(SENSITIVE_POSTS_A_MINUTE * LOOPBACK_FACTOR),
  };
  return async (req, res, next) => {
    if (req.method === "GET" || req.method === "HEAD") return next();
    const key = keyOfAddress(req.ip ?? "");
    const limiters = key === LOOPBACK ? local : remote;
    try {
      await limiters[SENSITIVE_PATH.test(req.path) ? "sensitive" : "all"].consume(key);
      next();
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) return next(error);
      onRefuse();
      const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
      res.set("Retry-After", String(seconds));
      sendErrorPage(req, res, {
        status: 429,
        title: "Слишком много запросов",
        text: `Подождите ${seconds} с и отправьте форму ещё раз. Кнопка «Назад» вернёт вас к заполненной форме.`,
      });
    }
  };
}

/** An IPv6 subscriber owns a whole /64, so its addresses share one limit. An IPv4 address may come mapped into IPv6. */
export function keyOfAddress(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.range() === "loopback") return LOOPBACK;
  return parsed instanceof ipaddr.IPv6 ? `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/64`)}/64` : parsed.toString();
}

import type { RequestHandler } from "express";
import ipaddr from "ipaddr.js";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { sendRefusal } from "./refusal";

const MINUTE_S = 60;
/** An order posts once a second, and many people may share the address of a mobile operator. */
const POSTS_A_MINUTE = 300;
/** Forms that check a secret or send a message to somebody. */
const GUARDED_POSTS_A_MINUTE = 60;
const GUARDED = /^\/(?:login|recovery|activation|register|feedback)(?:[/.]|$)/;
/** Everybody behind an undeclared proxy on this machine looks alike: its address is given more. */
const LOOPBACK_SHARE = 10;
const LOOPBACK = "loopback";

/** Limits what one address may post. Reading is not limited; the club has its own limits for codes and passwords. */
export function limitPosts(onRefuse: () => void): RequestHandler {
  const limiterOf = (points: number) => new RateLimiterMemory({ points, duration: MINUTE_S });
  const strangers = { all: limiterOf(POSTS_A_MINUTE), guarded: limiterOf(GUARDED_POSTS_A_MINUTE) };
  const machine = {
    all: limiterOf(POSTS_A_MINUTE * LOOPBACK_SHARE),
    guarded: limiterOf(GUARDED_POSTS_A_MINUTE * LOOPBACK_SHARE),
  };
  return async (req, res, next) => {
    if (req.method === "GET" || req.method === "HEAD") return next();
    const key = keyOfAddress(req.ip ?? "");
    const limiters = key === LOOPBACK ? machine : strangers;
    try {
      await limiters[GUARDED.test(req.path) ? "guarded" : "all"].consume(key);
      next();
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) return next(error);
      onRefuse();
      const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
      res.set("Retry-After", String(seconds));
      sendRefusal(req, res, {
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

import type { Request, RequestHandler, Response } from "express";
import ipaddr from "ipaddr.js";
import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { hasOnlyImpersonalCookies } from "../app/document/cache";
import { sendErrorPage } from "./error-page";

const MINUTE_S = 60;
/** An order posts once a second, and many people may share one address of a mobile operator. */
const POSTS_A_MINUTE = 300;
/** Forms that check a password or code, or send a message. */
const SENSITIVE_POSTS_A_MINUTE = 60;
const SENSITIVE_PATH = /^\/(?:login|recovery|activation|register|feedback)(?:[/.]|$)/;
/** What one address of operators may ask for: an office behind one address, and its programs. */
const OPERATOR_REQUESTS_A_MINUTE = 600;
/** Where operators give passwords and codes, in the console and in their API. The club counts the tries at each account. */
const OPERATOR_SENSITIVE_PATH =
  /^\/(?:login|passkeys|password|api\/operator\/(?:login|provider-login|passkey-login|passkeys|password|own-password|enrolment|code))(?:[/.]|$)/;
/** Loopback gets this many times more, because all visitors behind a local proxy missing in TRUST_PROXY share it. */
const LOOPBACK_FACTOR = 10;
const LOOPBACK = "loopback";
/** A page shows many pictures, and they cost little: they get this many times as many reads as pages. */
const PICTURE_FACTOR = 10;
const PICTURE_PATH = /^\/(?:media|files)\//;

const limiterOf = (points: number) => new RateLimiterMemory({ points, duration: MINUTE_S });

/** Limits by address: the second one for the loopback. */
const limitersOf = (points: number) => ({ remote: limiterOf(points), local: limiterOf(points * LOOPBACK_FACTOR) });

/** Limits the posts of one network address; the club limits attempts at codes and passwords. */
export function limitPosts(onRefuse: () => void): RequestHandler {
  const all = limitersOf(POSTS_A_MINUTE);
  const sensitive = limitersOf(SENSITIVE_POSTS_A_MINUTE);
  return async (req, res, next) => {
    if (req.method === "GET" || req.method === "HEAD") return next();
    const key = keyOfAddress(req.ip ?? "");
    const limiters = SENSITIVE_PATH.test(req.path) ? sensitive : all;
    const refusal = await consume(limiters[key === LOOPBACK ? "local" : "remote"], key);
    if (!refusal) return next();
    onRefuse();
    const advice = "и отправьте форму ещё раз. Кнопка «Назад» вернёт вас к заполненной форме.";
    refuse(req, res, refusal, advice);
  };
}

export interface ReadLimit {
  /** Pages that one participant, or all guests of one network address, may read in a minute. 0: any number. */
  perMinute: number;
  /** The id of the participant whose session these cookies hold. */
  findParticipant: (cookies: string) => Promise<string | undefined>;
  onRefuse: () => void;
}

/**
 * Limits the reading of pages. Participants count by themselves, so that nobody who shares their address can lock them out.
 * Loopback isn't limited, because only programs of this machine and visitors behind an undeclared proxy come from there.
 */
export function limitReads({ perMinute, findParticipant, onRefuse }: ReadLimit): RequestHandler {
  if (perMinute === 0) return (_req, _res, next) => next();
  const pages = limiterOf(perMinute);
  const pictures = limiterOf(perMinute * PICTURE_FACTOR);
  return async (req, res, next) => {
    const address = keyOfAddress(req.ip ?? "");
    if ((req.method !== "GET" && req.method !== "HEAD") || address === LOOPBACK) return next();
    const { cookie } = req.headers;
    const participant = hasOnlyImpersonalCookies(cookie) ? undefined : await findParticipant(cookie ?? "");
    const key = participant === undefined ? address : `participant ${participant}`;
    const refusal = await consume(PICTURE_PATH.test(req.path) ? pictures : pages, key);
    if (!refusal) return next();
    onRefuse();
    refuse(req, res, refusal, "и обновите страницу.");
  };
}

/** Limits the requests of one network address to the operators' console and API, and more narrowly those with a password or code. */
export function limitOperators(onRefuse: () => void): RequestHandler {
  const all = limitersOf(OPERATOR_REQUESTS_A_MINUTE);
  const sensitive = limitersOf(SENSITIVE_POSTS_A_MINUTE);
  return async (req, res, next) => {
    const key = keyOfAddress(req.ip ?? "");
    const isSensitive = req.method === "POST" && OPERATOR_SENSITIVE_PATH.test(req.path);
    const refusal = await consume((isSensitive ? sensitive : all)[key === LOOPBACK ? "local" : "remote"], key);
    if (!refusal) return next();
    onRefuse();
    const seconds = secondsToWait(refusal);
    res.status(429).set("Retry-After", String(seconds)).type("text/plain");
    res.send(`Слишком много запросов. Подождите ${seconds}\u00a0с и повторите.\n`);
  };
}

/** Counts a request. Returns what the limiter says when there have been too many. */
function consume(limiter: RateLimiterMemory, key: string): Promise<RateLimiterRes | undefined> {
  return limiter.consume(key).then(
    () => undefined,
    (refusal: RateLimiterRes) => refusal,
  );
}

const secondsToWait = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000));

function refuse(req: Request, res: Response, refusal: RateLimiterRes, advice: string): void {
  const seconds = secondsToWait(refusal);
  res.set("Retry-After", String(seconds));
  sendErrorPage(req, res, {
    status: 429,
    title: "Слишком много запросов",
    text: `Подождите ${seconds}\u00a0с ${advice}`,
  });
}

/** An IPv6 subscriber owns a whole /64, so its addresses share one limit. An IPv4 address may come mapped into IPv6. */
export function keyOfAddress(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.range() === "loopback") return LOOPBACK;
  return parsed instanceof ipaddr.IPv6 ? `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/64`)}/64` : parsed.toString();
}

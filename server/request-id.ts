import { randomUUID } from "node:crypto";
import type { RequestHandler } from "express";

const ACCEPTED = /^[\w.:-]{1,128}$/;

/** Gives every request a number: a trusted proxy's own (see own-address.ts), else a new one. Loaders read it as `X-Request-Id`. */
export const giveRequestId: RequestHandler = (req, res, next) => {
  const given = req.get("x-request-id");
  const id = given && ACCEPTED.test(given) ? given : randomUUID();
  req.headers["x-request-id"] = id;
  res.set("X-Request-Id", id);
  next();
};

import type { Request, RequestHandler } from "express";
import { type Refusal, sendRefusal } from "./refusal";

const FOREIGN_POST: Refusal = {
  status: 403,
  title: "Запрос пришёл с другого сайта",
  text: "Мы не выполнили действие: форма была отправлена не со страницы клуба. Откройте нужную страницу клуба и отправьте форму ещё раз.",
};

/**
 * Lets only the portal's own pages post. Remix checks the Origin of page actions alone, and answers a blank 500; this
 * covers resource routes and client calls too. In this order:
 * - Sec-Fetch-Site, which a page's script can't forge: `same-origin` and `none` pass, anything else is refused;
 * - else Origin: its host must be ours (PUBLIC_ORIGIN counts);
 * - else Referer, by the same rule;
 * - with none of the three it passes: no browser of the last years sends such a cross-site post, older ones don't attach
 *   our SameSite=Lax cookies to it, and programs such as curl are not a visitor's browser.
 */
export function requireSameOrigin(publicOrigin: string | undefined, onRefuse: () => void): RequestHandler {
  return (req, res, next) => {
    if (req.method === "GET" || req.method === "HEAD") return next();
    if (!isOwnRequest(req, publicOrigin)) {
      onRefuse();
      return sendRefusal(req, res, FOREIGN_POST);
    }
    // The question is settled here: Remix's own check would stumble over a proxy that rewrites Host, or `Origin: null`.
    delete req.headers.origin;
    next();
  };
}

function isOwnRequest(req: Request, publicOrigin: string | undefined): boolean {
  const site = req.get("sec-fetch-site");
  if (site !== undefined) return site === "same-origin" || site === "none";
  const source = req.get("origin") ?? req.get("referer");
  if (source === undefined) return true;
  if (!URL.canParse(source)) return false;
  const { host, origin } = new URL(source);
  return host === req.headers.host || origin === publicOrigin;
}

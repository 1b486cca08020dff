import type { Request, RequestHandler } from "express";
import { type ErrorPage, sendErrorPage } from "./error-page";

const FOREIGN_POST: ErrorPage = {
  status: 403,
  title: "Запрос пришёл с другого сайта",
  text: "Мы не выполнили действие: форма была отправлена не со страницы клуба. Откройте нужную страницу клуба и отправьте форму ещё раз.",
};

/**
 * Protects every non-GET request against cross-site request forgery. Remix checks only page actions, not resource routes,
 * and answers with a blank 500. Checked in this order:
 * - Sec-Fetch-Site, which scripts can't set: `same-origin` and `none` pass, other values are refused;
 * - else Origin: its host must be the portal's, or the origin PUBLIC_ORIGIN;
 * - else Referer, by the same rule;
 * - without these headers the request passes: current browsers always send one of them with a cross-site post, older ones
 *   don't attach SameSite=Lax cookies to it, and programs such as curl have no cookies of a visitor.
 */
export function requireSameOrigin(publicOrigin: string | undefined, onRefuse: () => void): RequestHandler {
  return (req, res, next) => {
    if (req.method === "GET" || req.method === "HEAD") return next();
    if (!isSameOrigin(req, publicOrigin)) {
      onRefuse();
      return sendErrorPage(req, res, FOREIGN_POST);
    }
    // Remix's own check would fail behind a proxy that rewrites Host, and for `Origin: null`.
    delete req.headers.origin;
    next();
  };
}

function isSameOrigin(req: Request, publicOrigin: string | undefined): boolean {
  const site = req.get("sec-fetch-site");
  if (site !== undefined) return site === "same-origin" || site === "none";
  const source = req.get("origin") ?? req.get("referer");
  if (source === undefined) return true;
  if (!URL.canParse(source)) return false;
  const { host, origin } = new URL(source);
  return host === req.headers.host || origin === publicOrigin;
}

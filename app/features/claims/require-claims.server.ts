import { redirect } from "@remix-run/node";
import { readConfiguration } from "../../lib/configuration.server";

/** Whether the upstream takes claims of sales. */
export function takesClaims(): boolean {
  return readConfiguration().upstreamExtensions;
}

/** @throws a redirect to `elsewhere`, because another upstream has no claims */
export function requireClaims(elsewhere: string): void {
  if (!takesClaims()) throw redirect(elsewhere, 303);
}

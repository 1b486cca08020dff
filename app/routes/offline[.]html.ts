import { PLAIN_PAGE_POLICY } from "../document/security-headers";
import { offlinePage } from "../document/service-worker.server";

/** The page that the service worker shows while there is no network. */
export function loader() {
  return new Response(offlinePage, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": PLAIN_PAGE_POLICY,
      "Cache-Control": "public, max-age=3600",
    },
  });
}

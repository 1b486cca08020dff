import type { LoaderFunctionArgs } from "@remix-run/node";
import { wantsLightVersion } from "../document/cache";
import { REMOVED_SERVICE_WORKER, SERVICE_WORKER } from "../document/service-worker.server";
import { readConfiguration } from "../lib/configuration.server";

/**
 * The service worker of the offline page. Browsers ask for it again with the pages that they open; in the light version, and
 * where OFFLINE_PAGE is off, they get one that removes itself.
 */
export function loader({ request }: LoaderFunctionArgs) {
  const isWanted = readConfiguration().offlinePage && !wantsLightVersion(request);
  return new Response(isWanted ? SERVICE_WORKER : REMOVED_SERVICE_WORKER, {
    headers: { "Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "private, no-cache" },
  });
}

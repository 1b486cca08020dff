import type { EntryContext } from "@remix-run/node";
import { DEFERRED_REL, HYDRATION_ID, type HydrationData, STATE_ID } from "./hydration-data";
import { readHandoff } from "./remix-internals";
import { LOADER_SCRIPT } from "./script-loader";

/**
 * What stands at the end of a page that can be hydrated: the links of its scripts, which the loader turns into preloads, its
 * data, and the loader, the only script in the page. Takes the place of Remix's `Scripts`.
 * @param state the router's state, from `readState`
 */
export function renderHydration(context: EntryContext, state: string): string {
  const { manifest, staticHandlerContext } = context;
  const routes = staticHandlerContext.matches.flatMap(({ route }) => manifest.routes[route.id] ?? []);
  const data: HydrationData = {
    context: readHandoff(context),
    manifest: manifest.url,
    routes: Object.fromEntries(routes.map(({ id, module }) => [id, module])),
  };
  const files = [
    manifest.url,
    manifest.entry.module,
    ...manifest.entry.imports,
    ...routes.flatMap(({ imports = [], module }) => [...imports, module]),
  ];
  return [
    ...[...new Set(files)].map((file) => `<link ${DEFERRED_REL}="modulepreload" href="${file}">`),
    `<script type="application/json" id="${HYDRATION_ID}" data-entry="${manifest.entry.module}">`,
    `${escapeData(JSON.stringify(data))}</script>`,
    `<script type="text/x-turbo-stream" id="${STATE_ID}">${escapeData(state)}</script>`,
    `<script>${LOADER_SCRIPT}</script>`,
  ].join("");
}

/** Both formats are JSON, where `<` stands only in texts; escaped, no text can end its element. */
function escapeData(json: string): string {
  return json.replaceAll("<", "\\u003c");
}

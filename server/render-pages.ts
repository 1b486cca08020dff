import { type AppLoadContext, createRequestHandler, type ServerBuild } from "@remix-run/node";
import type { RouteFinder } from "./routes";

/** Renders a page with Remix, or answers a form or a client navigation. */
export type RenderPage = (request: Request, context: AppLoadContext) => Promise<Response>;

/**
 * Remix matches each request against all routes of its build several times, ranks them anew each time, and makes route objects
 * of all of them to render one. So each branch of routes gets a build of its own, which has only the routes that its pages go
 * through.
 */
export function createPageRenderer(build: ServerBuild, { findBranch }: Pick<RouteFinder, "findBranch">): RenderPage {
  const renderers = new Map<string, RenderPage>();
  const rendererOf = (branch: readonly string[]): RenderPage => {
    const key = branch.join(" ");
    const renderer = renderers.get(key) ?? createRequestHandler(keepRoutes(build, branch), "production");
    renderers.set(key, renderer);
    return renderer;
  };
  const renderAny = createRequestHandler(build, "production");
  return (request, context) => {
    const branch = findBranch(new URL(request.url).pathname);
    return (branch ? rendererOf(branch) : renderAny)(request, context);
  };
}

function keepRoutes(build: ServerBuild, ids: readonly string[]): ServerBuild {
  const keep = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.includes(id)));
  return { ...build, routes: keep(build.routes), assets: { ...build.assets, routes: keep(build.assets.routes) } };
}

import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";

type RouteObject = Parameters<typeof matchRoutes>[0][number];

/** Knows which page of the portal answers a path. */
export interface RouteFinder {
  /** The route's pattern such as `/promo/:id`, for logs and metrics; `undefined` when only the catch-all matches. */
  findPattern(pathname: string): string | undefined;
}

/** Reads the routes of a Remix build. */
export function createRouteFinder(routes: ServerBuild["routes"]): RouteFinder {
  const tree = branch(routes, undefined);
  return {
    findPattern(pathname) {
      const matches = matchRoutes(tree, pathOfData(pathname));
      if (!matches || matches.at(-1)?.route.path === "*") return undefined;
      return `/${matches.flatMap(({ route }) => (route.path ? [route.path.replace(/^\/|\/$/g, "")] : [])).join("/")}`;
    },
  };
}

/** The page's path behind the address of a client navigation (`/promo.data` → `/promo`). */
function pathOfData(pathname: string): string {
  return pathname === "/_root.data" ? "/" : pathname.replace(/\.data$/, "");
}

function branch(routes: ServerBuild["routes"], parentId: string | undefined): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route !== undefined && route.parentId === parentId)
    .map(({ id, path, index, caseSensitive }) =>
      index
        ? { id, path, index: true as const, caseSensitive }
        : { id, path, caseSensitive, children: branch(routes, id) },
    );
}

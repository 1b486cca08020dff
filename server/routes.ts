import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";

type RouteObject = Parameters<typeof matchRoutes>[0][number];

/** Finds the Remix route of a path. */
export interface RouteFinder {
  /** Returns a pattern such as `/promo/:id`, or `undefined` when only the catch-all route matches. */
  findPattern(pathname: string): string | undefined;
}

/** @param routes the routes of a Remix build */
export function createRouteFinder(routes: ServerBuild["routes"]): RouteFinder {
  const tree = buildTree(routes, undefined);
  return {
    findPattern(pathname) {
      const matches = matchRoutes(tree, pagePathOf(pathname));
      if (!matches || matches.at(-1)?.route.path === "*") return undefined;
      return `/${matches.flatMap(({ route }) => (route.path ? [route.path.replace(/^\/|\/$/g, "")] : [])).join("/")}`;
    },
  };
}

/** The path of a page for a client navigation: `/promo.data` → `/promo`. */
function pagePathOf(pathname: string): string {
  return pathname === "/_root.data" ? "/" : pathname.replace(/\.data$/, "");
}

function buildTree(routes: ServerBuild["routes"], parentId: string | undefined): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route !== undefined && route.parentId === parentId)
    .map(({ id, path, index, caseSensitive }) =>
      index
        ? { id, path, index: true as const, caseSensitive }
        : { id, path, caseSensitive, children: buildTree(routes, id) },
    );
}

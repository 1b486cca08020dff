import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { LRUCache } from "lru-cache";

type RouteObject = Parameters<typeof matchRoutes>[0][number];

/** The files that the forms of a route bring, as it declares it: `export const handle = { files: "pictures" }`. */
export type UploadKind = "pictures" | "tables";

/** Finds the Remix route of a path. */
export interface RouteFinder {
  /** Returns a pattern such as `/promo/:id`, or `undefined` when only the catch-all route matches. */
  findPattern(pathname: string): string | undefined;
  /** Returns the pattern of a path with a page; `undefined` for a file or another response without HTML. */
  findPage(pathname: string): string | undefined;
  /** Returns the ids of the routes that a path goes through, the root first; `undefined` as above. */
  findBranch(pathname: string): readonly string[] | undefined;
  /** Tells whether a form posts to a path. */
  hasAction(pathname: string): boolean;
  /** Tells which files the forms of a path bring; `undefined` for a path whose forms have none. */
  findUpload(pathname: string): UploadKind | undefined;
}

/** Paths whose routes are remembered: matching goes through all routes, several times a request. */
const MAX_PATHS = 500;

/** @param routes the routes of a Remix build */
export function createRouteFinder(routes: ServerBuild["routes"]): RouteFinder {
  const tree = buildTree(routes, undefined);
  const found = new LRUCache<string, { matches: ReturnType<typeof matchRoutes> }>({ max: MAX_PATHS });
  const findMatches = (pathname: string) => {
    const { matches } = found.get(pathname) ?? { matches: matchRoutes(tree, pagePathOf(pathname)) };
    found.set(pathname, { matches });
    return matches?.at(-1)?.route.path === "*" ? null : matches;
  };
  const findPattern = (pathname: string) => {
    const patterns = findMatches(pathname)?.flatMap(({ route }) => (route.path ? [route.path] : []));
    return patterns && `/${patterns.map((path) => path.replace(/^\/|\/$/g, "")).join("/")}`;
  };
  return {
    findPattern,
    hasAction: (pathname) =>
      findMatches(pathname)?.some(({ route }) => routes[route.id ?? ""]?.module.action !== undefined) ?? false,
    findUpload(pathname) {
      const handle = routes[findMatches(pathname)?.at(-1)?.route.id ?? ""]?.module.handle;
      return (handle as { files?: UploadKind } | undefined)?.files;
    },
    findBranch: (pathname) => findMatches(pathname)?.map(({ route }) => route.id ?? ""),
    findPage(pathname) {
      const id = findMatches(pathname)?.at(-1)?.route.id;
      return id !== undefined && routes[id]?.module.default !== undefined ? findPattern(pathname) : undefined;
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

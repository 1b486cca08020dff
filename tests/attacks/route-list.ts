import type { ServerBuild } from "@remix-run/node";

/** A route of the build under an address that a visitor could open. */
export interface RouteAddress {
  id: string;
  /** With parameters filled in, such as `/promo/1`. */
  path: string;
  /** Where a form of this route posts: an index route is named by `?index`. */
  actionPath: string;
  hasLoader: boolean;
  hasAction: boolean;
  hasPage: boolean;
}

/** Values of the parameters in a path; all others become `1`. */
const PARAMETERS: Record<string, string> = { kind: "import", name: "picture.png", "*": "nowhere" };

/** Every route of a build, so that a new one is attacked without being named anywhere. */
export function listRoutes({ routes }: ServerBuild): RouteAddress[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || route.id === "root") return [];
    const parts: string[] = [];
    for (let one: typeof route | undefined = route; one; one = one.parentId ? routes[one.parentId] : undefined) {
      if (one.path) parts.unshift(one.path);
    }
    const path = `/${parts.join("/")}`.replace(/:(\w+)\??|\*/g, (found, name = found) => PARAMETERS[name] ?? "1");
    const { loader, action, default: page } = route.module;
    return {
      id: route.id,
      path,
      actionPath: route.index ? `${path}?index` : path,
      hasLoader: loader !== undefined,
      hasAction: action !== undefined,
      hasPage: page !== undefined,
    };
  });
}

import { readdirSync, readFileSync } from "node:fs";

/** Addresses of pages that scripts/screens.ts lacks, by the kind of participant. */
export const FURTHER_PAGES: Readonly<Record<string, readonly string[]>> = {
  // Links from letters are followed whether or not the club knows what they bring.
  guest: ["/accessibility", "/?token=wrong", "/?id=1&hash=wrong", "/?check_word=wrong&email=lost@example.ru"],
  curator: ["/dashboard/report/claims"],
  manager: ["/dashboard/invite/print"],
  member: [
    "/dashboard/sales/claims",
    "/dashboard/sales/claims/new",
    "/dashboard/profile/companies",
    "/dashboard/profile/companies/new",
  ],
};

/** Pages whose addresses depend on data, as in scripts/screens.ts. */
export const FURTHER_LINKED: Readonly<Record<string, readonly (readonly [from: string, link: string])[]>> = {
  curator: [["/dashboard/report/claims", "main tbody a"]],
  member: [["/dashboard/points/", "main a[href*='/orders/']"]],
};

/** Routes that answer forms and lead away who opens them: their components are never rendered. */
export const WITHOUT_PAGE: ReadonlySet<string> = new Set(
  ["$", "banner", "cookies", "light"].map((name) => `routes/${name}`),
);

/** The scripts of the built routes, by route id. */
export function readRouteScripts(): Map<string, string> {
  const folder = "build/client/assets";
  const file = readdirSync(folder).find((name) => /^manifest-\w+\.js$/.test(name)) ?? "";
  const text = readFileSync(`${folder}/${file}`, "utf8");
  const { routes } = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1));
  return new Map(Object.entries<{ module: string }>(routes).map(([id, { module }]) => [id, module]));
}

/** The ids of the routes with a page: those that aren't a file `.ts`. The style guide isn't built. */
export function listPageRoutes(): string[] {
  return readdirSync("app/routes")
    .filter((file) => file.endsWith(".tsx") && file !== "styleguide.tsx")
    .map((file) => `routes/${file.slice(0, -".tsx".length)}`);
}

import { readdirSync, readFileSync } from "node:fs";

/** Addresses of pages that scripts/screens.ts lacks, by the kind of participant. */
export const FURTHER_PAGES: Readonly<Record<string, readonly string[]>> = {
  guest: ["/accessibility"],
  curator: ["/dashboard/report/claims"],
  manager: ["/dashboard/invite/print"],
  member: [
    "/dashboard/sales/claims",
    "/dashboard/sales/claims/new",
    "/dashboard/profile/companies",
    "/dashboard/profile/companies/new",
  ],
};

/** Pages that nobody opens by an address of the demo: their components throw in no test. */
export const WITHOUT_ADDRESS: ReadonlySet<string> = new Set(
  [
    // They answer forms, and lead away who opens them.
    ...["$", "banner", "cookies", "light", "dashboard.gifts.order"],
    // They need a link from a letter.
    ...["entry", "recovery.password", "unsubscribe"],
    // They show what somebody has uploaded, claimed or ordered.
    ...["dashboard.invite.tasks.$kind.$id._index", "dashboard.points_.orders.$id"],
    ...["dashboard.report.claims.$id._index", "dashboard.report.preview.$id._index"],
  ].map((name) => `routes/${name}`),
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

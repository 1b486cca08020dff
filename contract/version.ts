import manifest from "../package.json" with { type: "json" };

/** The release of the portal and the club, which are installed together. */
export const VERSION: string = manifest.version;

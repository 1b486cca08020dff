import { version } from "../package.json";

/** The release of the portal and the club, which are installed together. */
export const VERSION: string = version;

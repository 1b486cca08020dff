export const GIFTS_PATH = "/dashboard/gifts/";
/** Where the new gifts are marked as seen. */
export const SEEN_PATH = "/dashboard/gifts/seen";

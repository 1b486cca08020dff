/** Where the new gifts are marked as seen. */
export const SEEN_PATH = "/dashboard/gifts/seen";

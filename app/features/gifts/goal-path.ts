/** Where the gift to save for is chosen. */
export const GOAL_PATH = "/dashboard/gifts/goal";

/** Where the thing to save for is chosen. */
export const GOAL_PATH = "/dashboard/gifts/goal";

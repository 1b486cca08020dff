/** At this cost a password is compared at once: the tests log in some thousand times. */
export const LOW_COST = { N: 16, r: 1, p: 1 };

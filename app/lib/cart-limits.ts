/** Pieces of one line of the cart, at most. */
export const LINE_MAX_COUNT = 99;

/** The key of the sealed cart in local storage (§4.17). */
export const STORED_CART_KEY = "cart";

/**
 * The id of an element in the pages of a participant whose request brought no cart. If local storage has one, the scripts that
 * restore it start without a touch.
 */
export const LOST_CART_ID = "lost-cart";

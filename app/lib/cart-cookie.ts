/** The cookie of a participant's cart, without the `__Host-` prefix that it has where cookies are Secure. */
export const CART_COOKIE = "cart";

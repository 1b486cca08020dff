/** Addresses between the cart and the finished order. */
export const CART_PATH = "/dashboard/gifts/cart";
export const ORDER_PATH = "/dashboard/gifts/order";
/** Where the pickup point is chosen. */
export const DELIVERY_PATH = "/dashboard/gifts/delivery";
/** Where the password is asked for again. */
export const PASSWORD_PATH = "/dashboard/gifts/password";
/** Where a finished order leads (§2.5.2). */
export const GIFTS_PATH = "/dashboard/gifts";

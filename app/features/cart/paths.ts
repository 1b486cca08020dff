/** Addresses between the cart and the finished order. */
export const CART_PATH = "/dashboard/gifts/cart";
export const ORDER_PATH = "/dashboard/gifts/order";
/** Where a finished order leads (§2.5.2). */
export const GIFTS_PATH = "/dashboard/gifts";

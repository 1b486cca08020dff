import { useEffect } from "react";
import { STORED_CART_KEY } from "../../lib/stored-cart";

/**
 * Copies the sealed cart to local storage (§4.17); see `CartRestoration`. It is on the pages to which every edit and order
 * leads. It is sealed because it contains card and phone numbers. Does nothing without script.
 * @param sealed the sealed cart; an empty string when the cart is empty
 * @param known false when the request brought no cart
 */
export function CartMirror({ sealed, known }: { sealed: string; known: boolean }) {
  useEffect(() => {
    try {
      if (sealed) localStorage.setItem(STORED_CART_KEY, sealed);
      else if (known) localStorage.removeItem(STORED_CART_KEY);
    } catch {
      // Local storage is blocked; the cookie is enough.
    }
  }, [sealed, known]);
  return null;
}

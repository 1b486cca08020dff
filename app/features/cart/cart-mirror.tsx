import { useFetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { BACKGROUND_FETCHER_PREFIX } from "../../ui/core/polling";
import { CART_PATH } from "./paths";

const KEY = "cart";

/**
 * Copies the sealed cart to local storage and restores it when the cookie is gone (§4.17). It is sealed because it contains
 * card and phone numbers. Does nothing without script.
 * @param sealed the sealed cart; an empty string when the cart is empty
 * @param known false when the request brought no cart
 */
export function CartMirror({ sealed, known }: { sealed: string; known: boolean }) {
  const { submit } = useFetcher({ key: `${BACKGROUND_FETCHER_PREFIX}cart` });
  const restored = useRef(false);
  useEffect(() => {
    try {
      const stored = localStorage.getItem(KEY);
      if (sealed) localStorage.setItem(KEY, sealed);
      else if (known) localStorage.removeItem(KEY);
      else if (stored && !restored.current) {
        restored.current = true;
        localStorage.removeItem(KEY);
        submit({ intent: "restore", sealed: stored }, { method: "post", action: CART_PATH });
      }
    } catch {
      // Local storage is blocked; the cookie is enough.
    }
  }, [sealed, known, submit]);
  return null;
}

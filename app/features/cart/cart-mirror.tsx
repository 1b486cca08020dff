import { useFetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { BACKGROUND_FETCHER_PREFIX } from "../../ui/core/polling";

const KEY = "cart";

/**
 * Local storage holds the sealed cart and brings it back when the cookie is gone (§4.17). Sealed, because cards and phones
 * stand in it. Does nothing without script.
 * @param sealed the cart's seal; empty when the cart is empty
 * @param known false when the request brought no cart at all
 */
export function CartMirror({ sealed, known }: { sealed: string; known: boolean }) {
  const { submit } = useFetcher({ key: `${BACKGROUND_FETCHER_PREFIX}cart` });
  const asked = useRef(false);
  useEffect(() => {
    try {
      const kept = localStorage.getItem(KEY);
      if (sealed) localStorage.setItem(KEY, sealed);
      else if (known) localStorage.removeItem(KEY);
      else if (kept && !asked.current) {
        asked.current = true;
        localStorage.removeItem(KEY);
        submit({ intent: "restore", sealed: kept }, { method: "post", action: "/dashboard/gifts/cart" });
      }
    } catch {
      // A browser that keeps nothing for us; the cookie does.
    }
  }, [sealed, known, submit]);
  return null;
}

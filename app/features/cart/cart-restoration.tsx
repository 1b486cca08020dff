import { useFetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { LOST_CART_ID, STORED_CART_KEY } from "../../lib/stored-cart";
import { BACKGROUND_FETCHER_PREFIX } from "../../ui/core/polling";
import { CART_PATH } from "./paths";

/**
 * Restores the cart of local storage, on whichever page the participant is (§4.17). Rendered only while the request brings no
 * cart, so it is gone once the cart is restored. Does nothing without script.
 */
export function CartRestoration() {
  const { submit, state, data } = useFetcher({ key: `${BACKGROUND_FETCHER_PREFIX}cart` });
  const asked = useRef(false);
  // Still rendered after the reply: the stored cart is outdated or belongs to somebody else.
  const isRefused = asked.current && state === "idle" && isDone(data);
  useEffect(() => {
    try {
      const sealed = localStorage.getItem(STORED_CART_KEY);
      if (!sealed) return;
      if (isRefused) localStorage.removeItem(STORED_CART_KEY);
      if (asked.current) return;
      asked.current = true;
      submit({ intent: "restore", sealed, stay: "1" }, { method: "post", action: CART_PATH });
    } catch {
      // Local storage is blocked, so nothing is stored.
    }
  }, [isRefused, submit]);
  return <span id={LOST_CART_ID} hidden />;
}

/** Not so when the reply was lost: then the cart is restored by a later page. */
function isDone(reply: unknown): boolean {
  return typeof reply === "object" && reply !== null && "done" in reply;
}

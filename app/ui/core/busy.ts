import type { Navigation } from "@remix-run/react";
import { useRef } from "react";

/**
 * Whether a form is being submitted, from the `state` of its navigation or fetcher. After a success it stays so until the
 * next page is loaded. After a refusal, which changes `result`, the page's data are loaded again, but the form isn't busy:
 * it may be corrected and sent again at once.
 */
export function useBusy(state: Navigation["state"], result: object | null | undefined): boolean {
  const before = useRef(result);
  if (state !== "loading") before.current = result;
  return state !== "idle" && (!result || result === before.current);
}

import { useEffect } from "react";
import type { Role } from "../../../contract/values";
import { updateKeptBalance } from "../../lib/kept-balance";
import { removeAllDrafts } from "../../ui/core/draft";

const AUTH_FLAG = "auth";

type SessionMirrorProps = {
  userId: string | null;
  /** `promo_group.system_name`, the same for system participants. */
  role: Role | null;
  /** The balance, for the page that is shown without a network; null for guests and those who collect no points. */
  points: number | null;
};

/**
 * Local storage tells the browser's other tabs who is logged in (§4.19; never the token). After a logout it is cleared, and
 * the other tabs ask for the profile, which leads a guest to the home page (§4.2). Does nothing without script.
 */
export function SessionMirror({ userId, role, points }: SessionMirrorProps) {
  useEffect(() => {
    if (points !== null) updateKeptBalance(points);
  }, [points]);
  useEffect(() => {
    try {
      if (userId && role) {
        localStorage.setItem("user_id", userId);
        localStorage.setItem("role", role);
        localStorage.setItem(AUTH_FLAG, "1");
      } else if (localStorage.getItem(AUTH_FLAG)) {
        localStorage.clear();
        removeAllDrafts();
        updateKeptBalance(null);
      }
    } catch {
      // Local storage is blocked, so there is nothing to clear.
    }
    if (!userId) return;
    const leave = ({ key, newValue }: StorageEvent) => {
      if (key === null || (key === AUTH_FLAG && newValue === null)) window.location.assign("/dashboard/profile/");
    };
    window.addEventListener("storage", leave);
    return () => window.removeEventListener("storage", leave);
  }, [userId, role]);
  return null;
}

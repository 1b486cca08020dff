import { useEffect } from "react";
import type { Role } from "../../../contract/values";
import { updateKeptBalance } from "../../lib/kept-balance";
import { removeAllDrafts } from "../../ui/core/draft";

const AUTH_FLAG = "auth";
const USER_ID = "user_id";

type SessionMirrorProps = {
  userId: string | null;
  /** `promo_group.system_name`, the same for system participants. */
  role: Role | null;
  /** The balance, for the page that is shown without a network; null for guests and those who collect no points. */
  points: number | null;
};

/**
 * Local storage tells the browser's other tabs who is logged in (§4.19; never the token). After a logout, and when another
 * person has logged in on this device, it is cleared together with what the former person had kept, and the other tabs ask for the
 * profile, which leads a guest to the home page (§4.2). Does nothing without script.
 */
export function SessionMirror({ userId, role, points }: SessionMirrorProps) {
  useEffect(() => {
    try {
      const former = localStorage.getItem(USER_ID);
      if (former && former !== userId) {
        localStorage.clear();
        removeAllDrafts();
        updateKeptBalance(null);
      }
      if (userId && role) {
        localStorage.setItem(USER_ID, userId);
        localStorage.setItem("role", role);
        localStorage.setItem(AUTH_FLAG, "1");
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
  useEffect(() => {
    if (points !== null) updateKeptBalance(points);
  }, [points]);
  return null;
}

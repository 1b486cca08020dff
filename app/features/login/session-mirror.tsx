import { useEffect } from "react";
import type { Role } from "../../../contract/values";
import { removeAllDrafts } from "../../ui/core/draft";

const AUTH_FLAG = "auth";

/**
 * Local storage tells the browser's other tabs who is logged in (§4.19; never the token). After a logout it is cleared, and
 * the other tabs ask for the profile, which leads a guest to the home page (§4.2). Does nothing without script.
 * @param role `promo_group.system_name`, the same for system participants
 */
export function SessionMirror({ userId, role }: { userId: string | null; role: Role | null }) {
  useEffect(() => {
    try {
      if (userId && role) {
        localStorage.setItem("user_id", userId);
        localStorage.setItem("role", role);
        localStorage.setItem(AUTH_FLAG, "1");
      } else if (localStorage.getItem(AUTH_FLAG)) {
        localStorage.clear();
        removeAllDrafts();
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

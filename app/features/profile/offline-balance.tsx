import { useEffect, useState } from "react";
import { isBalanceKept, KEEP_BALANCE_KEY, updateKeptBalance } from "../../lib/kept-balance";
import { ScriptOnly } from "../../ui/core/script-only";

/** Asks whether the balance may stay on this device, to be shown while there is no network. Absent without script. */
export function OfflineBalance({ points }: { points: number }) {
  const [isKept, setIsKept] = useState(false);
  useEffect(() => setIsKept(isBalanceKept()), []);
  return (
    <ScriptOnly isPossible={() => "serviceWorker" in navigator}>
      <label className="choice">
        <input
          type="checkbox"
          checked={isKept}
          onChange={({ currentTarget: { checked } }) => {
            setIsKept(checked);
            keepBalance(checked ? points : null);
          }}
        />
        <span>
          Показывать последний баланс без сети
          <small>Он будет храниться на этом устройстве, пока вы не выйдете.</small>
        </span>
      </label>
    </ScriptOnly>
  );
}

/** Starts or stops keeping the balance on this device. @param points null removes it */
function keepBalance(points: number | null) {
  try {
    if (points === null) localStorage.removeItem(KEEP_BALANCE_KEY);
    else localStorage.setItem(KEEP_BALANCE_KEY, "1");
  } catch {
    // The storage is blocked or full: nothing is kept.
  }
  updateKeptBalance(points);
}

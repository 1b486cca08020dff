import { useEffect, useState } from "react";
import { BALANCE_PATH, updateKeptBalance } from "../../lib/kept-balance";
import { ScriptOnly } from "../../ui/core/script-only";

/** Asks whether the balance may stay on this device, to be shown while there is no network. Absent without script. */
export function OfflineBalance({ points }: { points: number }) {
  const [isKept, setIsKept] = useState(false);
  useEffect(() => {
    void isBalanceKept().then(setIsKept);
  }, []);
  return (
    <ScriptOnly isPossible={() => "serviceWorker" in navigator}>
      <label className="choice">
        <input
          type="checkbox"
          checked={isKept}
          onChange={({ currentTarget: { checked } }) => {
            setIsKept(checked);
            updateKeptBalance(checked ? points : null, checked);
          }}
        />
        <span>
          Показывать последний баланс без сети <small>Он будет храниться на этом устройстве, пока вы не выйдете.</small>
        </span>
      </label>
    </ScriptOnly>
  );
}

/** Whether the owner of this device wants the balance kept on it. */
async function isBalanceKept(): Promise<boolean> {
  try {
    return (await caches.match(BALANCE_PATH)) !== undefined;
  } catch {
    // The storage is blocked, so nothing is kept.
    return false;
  }
}

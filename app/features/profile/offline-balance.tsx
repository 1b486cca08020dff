import { useEffect, useState } from "react";
import { isBalanceKept, keepBalance, removeKeptBalance } from "../../lib/kept-balance";
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
            if (checked) keepBalance(points);
            else removeKeptBalance();
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

import { useEffect, useState } from "react";
import { canKeepBalance, isBalanceKept, keepBalance } from "../../lib/kept-balance";

/** Asks whether the balance may stay on this device, to be shown while there is no network. Absent without script. */
export function OfflineBalance({ points }: { points: number }) {
  const [isKept, setIsKept] = useState<boolean | null>(null);
  useEffect(() => setIsKept(canKeepBalance() ? isBalanceKept() : null), []);
  if (isKept === null) return null;
  return (
    <label className="choice">
      <input
        type="checkbox"
        checked={isKept}
        onChange={({ currentTarget: { checked } }) => {
          setIsKept(checked);
          void keepBalance(checked ? points : null);
        }}
      />
      <span>
        Показывать последний баланс без сети
        <small>Он будет храниться на этом устройстве, пока вы не выйдете.</small>
      </span>
    </label>
  );
}

import { useEffect, useState } from "react";
import { formatPoints } from "../../lib/points";
import { GiftPicture } from "./gift-picture";
import type { GiftGroup } from "./gift-view";

interface BalanceAheadProps {
  formId: string;
  group: GiftGroup;
  /** Null when the balance isn't known. */
  points: number | null;
  /** A payment agent of the club pays it out. */
  isPaidByAgent: boolean;
}

/**
 * The picture of a gift and the balance, above the button that puts it into the cart. What the balance will be is known where
 * there is no choice; with script it follows what is chosen, on a line that is there before.
 */
export function BalanceAhead({ formId, group, points, isPaidByAgent }: BalanceAheadProps) {
  const [only, ...others] = group.gifts;
  const [sum, setSum] = useState(only && others.length === 0 ? only.price : null);
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    const read = () => setSum(readSum(new FormData(form), group));
    read();
    form.addEventListener("input", read);
    return () => form.removeEventListener("input", read);
  }, [formId, group]);
  return (
    <div className="balance-ahead">
      <GiftPicture handler={group.handler} picture={group.picture} />
      <div>
        <p>
          На счёте <strong>{points === null ? "— баллов" : formatPoints(points)}</strong>.
        </p>
        <p role="status">{points !== null && sum !== null && describeRest(points - sum)}</p>
        {isPaidByAgent && (
          <p className="fine-print">Выплату проводит платёжный агент клуба. Номер карты хранится зашифрованным.</p>
        )}
      </div>
    </div>
  );
}

/** The price of what is chosen, times its pieces; null while either is missing. */
function readSum(form: FormData, { gifts }: GiftGroup): number | null {
  const chosen = gifts.find(({ id }) => id === form.get("prize_id"));
  const count = Number(form.get("cartCount"));
  return chosen && count > 0 ? chosen.price * count : null;
}

function describeRest(rest: number): string {
  return rest < 0 ? `Не хватает ${formatPoints(-rest)}.` : `Останется ${formatPoints(rest)}.`;
}

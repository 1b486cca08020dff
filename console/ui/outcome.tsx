import type { z } from "zod";
import type { outcomeShape } from "../../contract/operator/views";
import { Table } from "./table";

const numbers = new Intl.NumberFormat("ru-RU");

/** What an act changes, in words and rows. */
export function Outcome({ outcome }: { outcome: z.output<typeof outcomeShape> }) {
  return (
    <>
      <ul className="lines">
        {outcome.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {outcome.points > 0 && (
        <p>
          Баллов всего: <b>{numbers.format(outcome.points)}</b>
        </p>
      )}
      {outcome.table && <Table table={outcome.table} caption="Что изменится" />}
    </>
  );
}

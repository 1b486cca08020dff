import { formatNumber } from "../../lib/points";
import { ButtonLink } from "../../ui/core/button";
import { Odometer } from "../../ui/core/odometer";
import { WorkOrder } from "../../ui/lazy/work-order";
import { EXAMPLE_POINTS } from "./instrument";

/** An example of a year's points as a work order, and a new participant's empty account beside it. */
export function ExampleYear() {
  return (
    <div className="columns columns--wide">
      <WorkOrder
        title="Год одного магазина"
        level={3}
        number="Пример"
        lines={LINES.map(([name, note, points]) => ({ key: name, name, note, sum: formatNumber(points) }))}
        totalLabel="Итого, баллов"
        total={formatNumber(EXAMPLE_POINTS)}
      />
      <div className="home-balance">
        <p className="caption">Ваш счёт</p>
        <Odometer value={0} label="0&nbsp;баллов" minDigits={6} size="large" />
        <p>Начинается с нуля и растёт с первой накладной.</p>
        <ButtonLink to="/register">Вступить в клуб</ButtonLink>
      </div>
    </div>
  );
}

/** What brings points to a shop; the sums add up to EXAMPLE_POINTS. A shop invites nobody (§2.1.1). */
const LINES = [
  ["Закупки по отчётам", "двенадцать месяцев", 11_750],
  ["Промокоды", "семь вкладышей по 100", 700],
] as const;

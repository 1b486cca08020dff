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
        <Odometer value={0} label="0 баллов" minDigits={6} size="large" />
        <p>Начинается с нуля и растёт с первой накладной.</p>
        <ButtonLink to="/register">Вступить в клуб</ButtonLink>
      </div>
    </div>
  );
}

/** The sums add up to EXAMPLE_POINTS. An invitation brings 100 points. */
const LINES = [
  ["Закупки по отчётам", "двенадцать месяцев", 11_350],
  ["Приглашения", "четыре коллеги по 100", 400],
  ["Промокоды", "семь вкладышей по 100", 700],
] as const;

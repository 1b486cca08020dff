import { Disclosure } from "../../ui/core/disclosure";
import { EmptyState } from "../../ui/core/empty-state";
import { Section } from "../../ui/core/page";
import { EmptySheet } from "../../ui/lazy/blueprint/empty-sheet";
import { Chart } from "../../ui/lazy/chart";
import { DefinitionList } from "../../ui/lazy/definition-list";
import { Pagination } from "../../ui/lazy/pagination";
import { type Column, DataTable } from "../../ui/lazy/table";

interface Row {
  id: number;
  name: string;
  points: string;
}

const ROWS: readonly Row[] = [
  { id: 1, name: "Фильтр масляный OF-100", points: "120" },
  { id: 2, name: "Свеча-зажигания-с-очень-длинным-названием-которое-не-переносится", points: "1 234 567" },
];
const COLUMNS: readonly Column<Row>[] = [
  { key: "name", header: "Артикул", cell: ({ name }) => name, main: true },
  { key: "points", header: "Баллы", cell: ({ points }) => points, align: "end" },
];
const MONTHS = ["янв", "фев", "мар", "апр", "май", "июн", "июл", "авг", "сен", "окт", "ноя", "дек"];
const SALES = MONTHS.map((label, index) => ({ label, value: (index * 37) % 100 }));

/** Tables, charts, lists. */
export function Data() {
  const empty = <EmptyState drawing={<EmptySheet />} title="Продаж пока нет" />;
  return (
    <Section title="Данные">
      <DataTable
        caption="Продажи"
        columns={COLUMNS}
        rows={ROWS}
        rowKey={({ id }) => id}
        empty={empty}
        details={({ id }) => id === 1 && <Disclosure summary="Магазины: 2">Первая и вторая точка.</Disclosure>}
      />
      <DataTable caption="Пусто" columns={COLUMNS} rows={[]} rowKey={({ id }) => id} empty={empty} />
      <Pagination page={4} total={200} perPage={10} />
      <div className="columns columns--two">
        <Chart title="Столбцы" summary="Продажи по месяцам." points={SALES} format={String} />
        <Chart title="Линия" summary="Продажи по месяцам." kind="line" points={SALES} format={String} />
      </div>
      <DefinitionList
        items={[
          { term: "Имя", value: "Пётр Петров" },
          { term: "Должность", value: "" },
        ]}
      />
      <Disclosure summary="Сгорают ли баллы?" open>
        <p>Нет.</p>
      </Disclosure>
    </Section>
  );
}

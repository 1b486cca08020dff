import { sql } from "kysely";
import { flag } from "../../../platform/acts/field";
import { formatDay } from "../../../platform/acts/format";
import { defineList, LIST_ROWS, pageOf } from "../../../platform/acts/view";
import { moscowDate } from "../../../platform/moscow-date";
import type { Services } from "../../../platform/services";
import { CERTIFICATE, LOW_STOCK } from "../certificate-codes";

/** Certificates with their codes in stock, and the orders that wait for one. */
export const certificateStock = defineList({
  name: "certificate-stock",
  group: "orders",
  title: "Запас сертификатов",
  summary: "Certificates with their codes in stock and the orders that wait for one.",
  roles: ["fulfilment"],
  filters: {
    low: flag({ label: "Только где кодов мало", help: "only those that are short of codes" }),
  },
  columns: [
    { title: "№", isNumber: true },
    { title: "Подарок" },
    { title: "В запасе", isNumber: true },
    { title: "Ждут заказов", isNumber: true },
    { title: "Выдано", isNumber: true },
    { title: "Ближайший срок" },
  ],
  today: [
    {
      title: "Заканчиваются коды сертификатов",
      filters: { low: "on" },
      count: async (services) => (await readStock(services, { low: true })).length,
    },
  ],
  async read(services, { low }, after) {
    const rows = await readStock(services, { low, after, limit: LIST_ROWS + 1 });
    return pageOf(rows, ({ id, name, free, waiting, issued, ends }) => ({
      cells: [String(id), name, String(free), String(waiting), String(issued), formatDay(ends)],
    }));
  },
});

interface StockRow {
  readonly id: number;
  readonly name: string;
  readonly free: number;
  readonly waiting: number;
  readonly issued: number;
  readonly ends: string | null;
}

interface StockPage {
  readonly low: boolean;
  readonly after?: number | undefined;
  /** Without it, all. */
  readonly limit?: number;
}

/** Few gifts are certificates, so their codes are counted for a page at a time. */
async function readStock({ db, now }: Services, { low, after = 0, limit }: StockPage): Promise<StockRow[]> {
  const { rows } = await sql<StockRow>`
    select * from (
      select prizes.id, prizes.name, coalesce(free, 0) as free, waiting, coalesce(issued, 0) as issued, ends
      from prizes
      left join lateral (
        select count(*) filter (where is_free and (expires_on is null or expires_on >= ${moscowDate(now())})) as free,
          count(*) filter (where not is_free) as issued,
          min(expires_on) filter (where is_free and expires_on >= ${moscowDate(now())}) as ends
        from (
          select expires_on, exchange_id is null and withdrawn_from is null as is_free
          from certificate_codes where certificate_codes.prize_id = prizes.id
        ) of_prize
      ) codes on true
      cross join lateral (
        select count(*) as waiting from exchanges
        where exchanges.prize_id = prizes.id and status in ('new', 'processing')
      ) orders
      where handler_system_name = ${CERTIFICATE} and prizes.id > ${after}
    ) stock
    where not ${low} or (free + issued > 0 and (free < ${LOW_STOCK} or free < waiting))
    order by id limit ${limit ?? null}
  `.execute(db);
  return rows;
}

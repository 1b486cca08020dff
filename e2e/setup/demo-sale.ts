import type { Sale } from "../../tests/files/report-files";

/** A sale of the demo's manager to the demo's shop. It differs from all other uploads of this run by its day, "YYYY-MM-DD". */
export function makeSale(date: string): Sale {
  return {
    date,
    manager: "79000000002",
    shop: "Мотор на Ленинской",
    inn: "5000200016",
    articleCode: "BP-6175",
    articleName: "Колодки тормозные задние BP-6175",
    count: "3",
  };
}

import type { Recipe } from "../recipe";

/** A column with a note on each sale. */
export const reportColumn: Recipe = {
  heading: "Change the report's columns",
  steps: [
    {
      file: "contract/columns.ts",
      change: [
        {
          find: `  sell_count: { title: "Количество", hint: "целое число", sample: "2", isRequired: true },\n`,
          put: `  sell_count: { title: "Количество", hint: "целое число", sample: "2", isRequired: true },
  sale_note: { title: "Примечание", hint: "можно не указывать", sample: "по акции", isRequired: false },\n`,
        },
      ],
    },
    {
      file: "club/sales/deals/report-columns.ts",
      change: [
        { find: `  sell_count: ["колво"`, put: `  sale_note: ["заметка"],\n  sell_count: ["колво"` },
        { find: `"sell_count" | "document_number"`, put: `"sell_count" | "document_number" | "sale_note"` },
        {
          find: `sell_count: sale.sell_count,`,
          put: `sell_count: sale.sell_count,\n    sale_note: sale.sale_note ?? "",`,
        },
      ],
    },
    {
      file: "club/platform/db/migrations/9999-sale-notes.ts",
      change: `import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql\`alter table deals add column sale_note text not null default ''\`.execute(db);
}
`,
    },
    {
      file: "club/operators/people/kept-columns.ts",
      change: [{ find: `article_code article_name sell_count`, put: `sale_note article_code article_name sell_count` }],
    },
    {
      file: "club/sales/deals/parse-report.ts",
      change: [
        {
          find: `  readonly articleName: string;\n`,
          put: `  readonly articleName: string;\n  readonly saleNote: string;\n`,
        },
        {
          find: `      articleName: article.name,\n`,
          put: `      articleName: article.name,\n      saleNote: String(row.cell("sale_note") ?? ""),\n`,
        },
      ],
    },
    {
      file: "club/sales/deals/insert-deals.ts",
      change: [
        { find: `fingerprint\n    )\n    select`, put: `fingerprint, sale_note\n    )\n    select` },
        {
          find: `\${column((deal) => deal.fingerprint)}::bytea[]\n`,
          put: `\${column((deal) => deal.fingerprint)}::bytea[], \${column((deal) => deal.saleNote)}::text[]\n`,
        },
        {
          find: `member_points, fingerprint\n    )\n    order`,
          put: `member_points, fingerprint, sale_note\n    )\n    order`,
        },
      ],
    },
    {
      file: "contract/deals.ts",
      change: [
        {
          find: `  document_number: extensionField(wireText),\n  points: wireAmount,\n});\nexport type ReportRow`,
          put: `  document_number: extensionField(wireText),\n  sale_note: wireText,\n  points: wireAmount,\n});\nexport type ReportRow`,
        },
      ],
    },
    {
      file: "club/sales/deals/report-details.ts",
      change: [{ find: `      "article_name",\n`, put: `      "article_name",\n      "sale_note",\n` }],
    },
    {
      file: "app/features/reports/view-reports.server.ts",
      change: [
        {
          find: `    name: keepUnits(row.article_name),\n`,
          put: `    name: keepUnits(row.article_name),\n    note: row.sale_note,\n`,
        },
      ],
    },
    {
      file: "app/features/reports/report-rows.tsx",
      change: [
        {
          find: `        { key: "points", header`,
          put: `        { key: "note", header: reportColumns.sale_note.title, cell: (row) => row.note },\n        { key: "points", header`,
        },
      ],
    },
  ],
  hasMigration: true,
  warnings: [
    { without: "club/sales/deals/report-columns.ts", says: { compilerIn: "club/sales/deals/report-columns.ts" } },
    {
      without: "app/features/reports/view-reports.server.ts",
      says: { compilerIn: "app/features/reports/report-rows.tsx" },
    },
    { without: "contract/deals.ts", says: { compilerIn: "app/features/reports/view-reports.server.ts" } },
    {
      without: "club/sales/deals/insert-deals.ts",
      says: { files: ["tests/club/sales/deals/import-report.test.ts"], title: "in each column", text: "по акции" },
    },
    {
      without: "club/operators/people/kept-columns.ts",
      says: { files: ["tests/club/operators/people/personal-columns.test.ts"], text: "deals.sale_note" },
    },
    {
      without: null,
      says: { files: ["tests/routes/dashboard/columns.test.ts"], title: "a report:", text: "Примечание" },
    },
  ],
  passing: {
    files: ["tests/club/sales/deals/import-report.test.ts", "tests/club/operators/people/personal-columns.test.ts"],
    title: "in each column|every personal column",
  },
};

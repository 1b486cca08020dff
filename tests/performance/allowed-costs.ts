import type { PageCost } from "./page-cost";

/** The most that a page may cost. */
export const LIMIT: PageCost = { calls: 4, inSequence: 2, statements: 6 };

/** Pages that cost more, each with its own limit. Numbers here only ever become smaller. */
export const costlyPages: Readonly<Record<string, PageCost>> = {
  "curator /dashboard/profile/": { calls: 3, inSequence: 1, statements: 7 },
  "manager /dashboard/profile/": { calls: 3, inSequence: 1, statements: 7 },
  "member /dashboard/profile/": { calls: 3, inSequence: 1, statements: 8 },
  "member-cart /dashboard/gifts/delivery?delivery_city=Казань": { calls: 3, inSequence: 3, statements: 4 },
  "newcomer /dashboard/profile/": { calls: 3, inSequence: 1, statements: 7 },
};

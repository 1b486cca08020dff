import { type Kysely, sql } from "kysely";
import { foldLookAlikes } from "../../../contract/normalise-text";
import type { Database } from "../../platform/db/schema";
import { spellMailbox } from "../../platform/outbox/mailbox";
import type { Services } from "../../platform/services";
import type { Cell } from "../../platform/spreadsheets/cell";
import { zonedDate } from "../../platform/zoned-date";
import { type DatedArticle, listDatedArticles } from "./dated-articles";
import { readArticleCode } from "./read-report-row";
import { readTimeZone } from "./report-settings";
import { createFingerprinter, type Sale } from "./sale-fingerprint";
import type { Period } from "./whole-period";

/** What the rows of a report refer to: managers by phone and e-mail, shops by INN, articles by code. */
export interface ReferenceData {
  readonly curatorId: number;
  readonly period: Period | null;
  readonly managers: ReadonlyMap<string, number>;
  readonly shops: ReadonlyMap<string, Shop>;
  /** What the INNs of the report's rows were read as. */
  readonly inns: ReadonlyMap<Cell, string | null>;
  readonly articles: ReadonlyMap<string, DatedArticle>;
  /** The same by the code with letters that look alike made equal; null where several codes look the same. */
  readonly articlesByLook: ReadonlyMap<string, DatedArticle | null>;
  /** In the time zone of the distributor. */
  readonly today: string;
  dayOf(instant: Date): string;
  readonly fingerprintOf: (sale: Sale) => Buffer;
  /** The days of the texts and dates that were read, of which a report has few. */
  readonly days: Map<Cell, string | null>;
}

interface Shop {
  readonly id: number;
  readonly owner_id: number;
  readonly inn: string;
}

/** So many INNs are named in one query: writing them takes a few milliseconds, in which nobody else has a turn. */
const SHOPS_AT_ONCE = 1_000;

/** @param inns what those of the report's rows were read as: no other shop is looked up */
export async function loadReferenceData(
  { db, now }: Services,
  { curatorId, period = null }: { readonly curatorId: number; readonly period?: Period | null },
  inns: ReadonlyMap<Cell, string | null>,
): Promise<ReferenceData> {
  const timeZone = await readTimeZone(db, curatorId);
  const dayOf = (instant: Date) => zonedDate(instant, timeZone);
  const named = [...new Set(inns.values())].filter((inn) => inn !== null);
  const [managers, shops, articles] = await Promise.all([
    db
      .selectFrom("users")
      .select(["id", "phone", sql<string>`lower(email)`.as("email")])
      .where("role", "=", "manager")
      .where("curator_id", "=", curatorId)
      .where("is_disabled", "=", false)
      .execute(),
    findShops(db, named),
    listDatedArticles(db),
  ]);
  return {
    curatorId,
    period,
    managers: new Map(
      managers.flatMap(({ id, phone, email }) => [[phone, id] as const, [spellMailbox(email), id] as const]),
    ),
    shops,
    inns,
    articles: new Map(articles.map((article) => [readArticleCode(article.code), article])),
    articlesByLook: groupByLook(articles),
    today: dayOf(now()),
    dayOf,
    fingerprintOf: createFingerprinter(),
    days: new Map(),
  };
}

async function findShops(db: Kysely<Database>, inns: readonly string[]): Promise<Map<string, Shop>> {
  const shops = new Map<string, Shop>();
  for (let first = 0; first < inns.length; first += SHOPS_AT_ONCE) {
    const some = await db
      .selectFrom("companies")
      .innerJoin("users", "users.id", "companies.owner_id")
      .select(["companies.id", "companies.owner_id", "companies.inn"])
      .where("companies.inn", "=", sql<string>`any(${inns.slice(first, first + SHOPS_AT_ONCE)}::text[])`)
      .where("companies.kind", "=", "retail")
      .where("users.role", "=", "member")
      .where("users.is_disabled", "=", false)
      .execute();
    for (const shop of some) shops.set(shop.inn, shop);
  }
  return shops;
}

function groupByLook(articles: readonly DatedArticle[]): Map<string, DatedArticle | null> {
  const groups = new Map<string, DatedArticle | null>();
  for (const article of articles) {
    const look = foldLookAlikes(article.code);
    groups.set(look, groups.has(look) ? null : article);
  }
  return groups;
}

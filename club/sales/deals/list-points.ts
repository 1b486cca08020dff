import { sql } from "kysely";
import { listPoints } from "../../../contract/deals";
import type { LedgerReason } from "../../platform/db/types";
import { type Actor, endpoint } from "../../platform/http/endpoint";
import { parseId } from "../../platform/http/parse-id";
import type { ClubSettings, Db } from "../../platform/services";
import { expectedDay } from "../../points/expected-day";
import { readExpiringPoints } from "../../points/expiring-points";
import { availableOnOf, heldAfter } from "../../points/held-points";
import { seesDeal } from "../../points/visible-sales";

interface Debt {
  readonly id: number;
  readonly date: string;
  readonly action: string;
  readonly sumLeft: number;
}

interface HeldDay {
  readonly date: string;
  readonly points: number;
}

/**
 * Lists the added points (with refunds) and the spent points, newest first, each with its own paging. A spending has the
 * status of its withdrawal, an added sale its report. Open debts and held points are few and come with every page. The balance
 * row has the totals, and entries are numbered, so any page of a history is read at the same cost, however long it is.
 */
export const listPointsEndpoint = endpoint(listPoints, async ({ page, per_page, report_id, entry_id }, context) => {
  const { services, actor } = context;
  const { db, settings } = services;
  const heldDay = heldAfter(services);
  if (report_id !== undefined) {
    const [report, entry] = [parseId(report_id), parseId(entry_id ?? "")];
    const added = await listOfReport(db, { actor, report, entry, page, per_page, heldDay });
    return { added, spent: { items: [], total: 0, page, per_page } };
  }
  const counts = await db
    .selectFrom("balances")
    .select(["points", "added_count", "spent_count"])
    .select((balance) =>
      balance
        .selectFrom("debts")
        .where("debts.user_id", "=", actor.id)
        .where("amount_left", ">", 0)
        .select(
          sql<Debt[] | null>`json_agg(json_build_object(
            'id', id, 'date', created_at, 'action', action, 'sumLeft', amount_left
          ) order by id)`.as("list"),
        )
        .as("debts"),
    )
    .select((heldDay === null ? sql<HeldDay[] | null>`null` : listHeld(actor.id, heldDay)).as("held"))
    .where("user_id", "=", actor.id)
    .executeTakeFirst();
  const { added_count: addedTotal = 0, spent_count: spentTotal = 0 } = counts ?? {};
  const selectPage = (total: number) =>
    selectEntries(db, actor.id, heldDay)
      .where("ledger_entries.number", "<=", Math.max(total - (page - 1) * per_page, 0))
      .where("ledger_entries.number", ">", Math.max(total - page * per_page, 0));
  const entries = await selectPage(addedTotal)
    .where("ledger_entries.amount", ">", 0)
    .unionAll(selectPage(spentTotal).where("ledger_entries.amount", "<", 0))
    .orderBy("number", "desc")
    .execute();
  return {
    added: { items: entries.filter(({ amount }) => amount > 0).map(toAdded), total: addedTotal, page, per_page },
    spent: {
      items: entries.filter(({ amount }) => amount < 0).map((entry) => toSpent(entry, settings.orderDays)),
      total: spentTotal,
      page,
      per_page,
    },
    debts: counts?.debts ?? [],
    expiring: await listExpiring(db, actor.id, counts?.points ?? 0, settings.pointsExpireMonths),
    held: counts?.held ?? [],
  };
});

interface ReportPage {
  readonly actor: Actor;
  /** Null when there can be no such report. */
  readonly report: number | null;
  /** The page with this entry, in place of `page`. */
  readonly entry: number | null;
  readonly page: number;
  readonly per_page: number;
  readonly heldDay: string | null;
}

/** What the deals of a report added to the participant's points, in the order of the history. */
async function listOfReport(db: Db, { actor, report, entry, per_page, heldDay, ...asked }: ReportPage) {
  const deals = db
    .selectFrom("deals")
    .where("file_id", "=", report)
    .where(seesDeal(actor))
    .select(sql<string>`'deal:' || id`.as("reference"));
  const selected = selectEntries(db, actor.id, heldDay)
    .where("ledger_entries.reason", "=", "deal")
    .where("ledger_entries.reference", "in", deals);
  const page = entry === null ? asked.page : await findPage(db, selected, entry, per_page);
  const entries = await selected
    .select(sql<number>`count(*) over ()`.as("total"))
    .orderBy("number", "desc")
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute();
  return { items: entries.map(toAdded), total: entries[0]?.total ?? 0, page, per_page };
}

/** The page that has an entry; the first one where it isn't on any. */
async function findPage(db: Db, selected: ReturnType<typeof selectEntries>, entry: number, perPage: number) {
  const { before } = await db
    .selectFrom(selected.as("selected"))
    .select((one) => one.fn.countAll<number>().as("before"))
    .where("number", ">", () => db.selectFrom(selected.as("wanted")).select("number").where("id", "=", entry))
    .executeTakeFirstOrThrow();
  return Math.floor(before / perPage) + 1;
}

type Entry = Awaited<ReturnType<ReturnType<typeof selectEntries>["execute"]>>[number];

function toRow({ id, created_at, action, order_id }: Entry) {
  return { id, date: created_at.toISOString(), action, order_id };
}

function toAdded(entry: Entry) {
  return {
    ...toRow(entry),
    sumAdd: entry.amount,
    report_id: entry.report_id,
    report_date: entry.report_date?.toISOString() ?? null,
    sell_date: entry.sell_date,
    available_on: entry.available_on,
  };
}

function toSpent(entry: Entry, orderDays: ClubSettings["orderDays"]) {
  const { status, handler_system_name, ordered_at } = entry;
  return {
    ...toRow(entry),
    sumSub: -entry.amount,
    status: status ?? "completed",
    first_order_id: entry.first_order_id,
    expected_on:
      status && handler_system_name && ordered_at
        ? expectedDay({ status, handler_system_name, created_at: ordered_at }, orderDays)
        : null,
    reject_reason: entry.reject_reason,
    tracking_number: entry.tracking_number,
    pickup_point: entry.delivery_address,
  };
}

/** What can be spent from which day on, in one column. */
function listHeld(userId: number, day: string) {
  return sql<HeldDay[] | null>`(
    select json_agg(json_build_object('date', available_on, 'points', points) order by available_on)
    from (
      select available_on, sum(points) as points from held_points
      where user_id = ${userId} and available_on > ${day}::date and points > 0 group by available_on
    ) held
  )`;
}

async function listExpiring(db: Db, userId: number, balance: number, months: number | null) {
  if (months === null) return [];
  const days = await readExpiringPoints(db, { userId, balance, months });
  return days.filter(({ points }) => points > 0).map(({ expiresOn, points }) => ({ date: expiresOn, points }));
}

function selectEntries(db: Db, userId: number, heldDay: string | null) {
  return db
    .selectFrom("ledger_entries")
    .leftJoin("exchanges", (join) => join.on("exchanges.id", "=", idInReference(["exchange", "refund"])))
    .leftJoin("prizes", "prizes.id", "exchanges.prize_id")
    .leftJoin("deals", (join) => join.on("deals.id", "=", idInReference(["deal"])))
    .leftJoin("report_files", "report_files.id", "deals.file_id")
    .where("ledger_entries.user_id", "=", userId)
    .select((entry) =>
      // An order without a basket is one unit.
      entry
        .case()
        .when("exchanges.basket_uuid", "=", "")
        .then(entry.ref("exchanges.id"))
        .else(
          entry
            .selectFrom("exchanges as unit")
            .whereRef("unit.user_id", "=", "exchanges.user_id")
            .whereRef("unit.basket_uuid", "=", "exchanges.basket_uuid")
            .select((unit) => unit.fn.min("unit.id").as("first")),
        )
        .end()
        .as("first_order_id"),
    )
    .select([
      "ledger_entries.id",
      "ledger_entries.number",
      "ledger_entries.amount",
      "ledger_entries.action",
      "ledger_entries.created_at",
      "exchanges.status",
      "exchanges.id as order_id",
      "exchanges.created_at as ordered_at",
      "prizes.handler_system_name",
      "exchanges.reject_reason",
      "exchanges.tracking_number",
      "exchanges.delivery_address",
      "deals.file_id as report_id",
      "deals.sell_date",
      "report_files.created_at as report_date",
      (heldDay === null ? sql<string | null>`null::date` : availableOnOf(sql`ledger_entries`, heldDay)).as(
        "available_on",
      ),
    ]);
}

/** The id that stands in the reference of an entry with one of these reasons, such as `deal:17`. */
function idInReference(reasons: readonly LedgerReason[]) {
  return sql<number>`case when ledger_entries.reason in (${sql.join(reasons.map((reason) => sql.lit(reason)))}) then split_part(ledger_entries.reference, ':', 2)::int end`;
}

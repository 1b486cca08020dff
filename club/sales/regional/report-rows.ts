import { sql } from "kysely";
import { listTitles, POINTS_TITLE, reportColumns } from "../../../contract/columns";
import { exportReportRows, listReportMonths } from "../../../contract/regional";
import { alias } from "../../../contract/values";
import { fullName } from "../../people/accounts/person";
import type { UserRow } from "../../platform/db/types";
import { csvFile } from "../../platform/http/csv";
import { type Actor, endpoint } from "../../platform/http/endpoint";
import { parseId } from "../../platform/http/parse-id";
import { RefusalError } from "../../platform/http/refusal-error";
import type { Db } from "../../platform/services";
import { seesDeal } from "../../points/visible-sales";
import { listSaleCells } from "../deals/report-columns";
import { inSearchArea } from "./search-area";

/**
 * Lists the months in which a participant has report rows that the caller may see, newest first, with the points that the
 * participant got for them.
 */
export const listReportMonthsEndpoint = endpoint(
  listReportMonths,
  async ({ id: userId }, { services: { db }, actor }) => {
    const user = await requireParticipant(db, actor, userId);
    return rowsOf(db, actor, user)
      .select(sql<string>`to_char(deals.sell_date, 'YYYY-MM')`.as("month"))
      .select((select) => select.fn.countAll<number>().as("rows"))
      .select(sql<number>`sum(${pointsOf(user)})`.as("points"))
      .groupBy("month")
      .orderBy("month", "desc")
      .execute();
  },
  { mayLag: true },
);

/** Exports those report rows of one month ("2026-03") as CSV. */
export const exportReportRowsEndpoint = endpoint(
  exportReportRows,
  async ({ user_id: userId, month }, { services: { db }, actor }) => {
    const user = await requireParticipant(db, actor, userId);
    const [year = 0, number = 0] = month.split("-").map(Number);
    if (number < 1 || number > 12) throw new RefusalError(alias.validation, "Выберите месяц.", "month");
    const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, "0")}`;
    const rows = await rowsOf(db, actor, user)
      .innerJoin("users as manager", "manager.id", "deals.manager_id")
      .innerJoin("companies", "companies.id", "deals.company_id")
      .selectAll("deals")
      .select(["manager.last_name", "manager.first_name", "manager.sur_name"])
      .select(["companies.actual_name_organization", "companies.inn"])
      .select(sql<number>`${pointsOf(user)}`.as("points"))
      .where("deals.sell_date", ">=", `${month}-01`)
      .where("deals.sell_date", "<", `${next}-01`)
      .orderBy("deals.sell_date")
      .orderBy("deals.id")
      .execute();
    return csvFile(
      `Продажи ${month}, участник ${user.id}.csv`,
      [...listTitles(reportColumns), POINTS_TITLE],
      rows.map((row) => [
        ...listSaleCells({ ...row, manager: fullName(row), shop: row.actual_name_organization }),
        row.points,
      ]),
    );
  },
  { mayLag: true },
);

type Participant = Pick<UserRow, "id" | "role">;

async function requireParticipant(db: Db, actor: Actor, userId: string): Promise<Participant> {
  const id = parseId(userId);
  const user =
    id === null
      ? undefined
      : await db
          .selectFrom("users")
          .select(["id", "role"])
          .where("id", "=", id)
          .where("is_disabled", "=", false)
          .where("phone_confirmed_at", "is not", null)
          .where(inSearchArea(actor))
          .executeTakeFirst();
  if (!user) throw new RefusalError(alias.notFound, "Участник не найден.");
  return user;
}

function rowsOf(db: Db, actor: Actor, user: Participant) {
  const columns = { curator: "deals.curator_id", manager: "deals.manager_id" } as const;
  const column = user.role === "curator" || user.role === "manager" ? columns[user.role] : "deals.member_id";
  return db
    .selectFrom("deals")
    .where(column, "=", user.id)
    .where(seesDeal(actor))
    .where("deals.recalled_at", "is", null);
}

/** The points of a row. A curator gets none, so for a curator it is the sum of the manager's and the member's. */
function pointsOf(user: Participant) {
  if (user.role === "manager") return sql`deals.manager_points`;
  if (user.role === "member") return sql`deals.member_points`;
  return sql`deals.manager_points + deals.member_points`;
}

import { sql } from "kysely";
import { REPORT_PREVIEW_HOURS } from "../../../../contract/report-previews";
import type { TestClub } from "../../../setup/club";
import { addCompany, addPerson } from "../../club-people";
import { ago, edgesOf, type JobScene, NOW, refuseRows } from "./job-scene";

/** Jobs that count reports, and that forget those which were only looked at. */
export const reportScenes: Readonly<Record<string, JobScene>> = {
  "report-count": {
    settings: { reportRowPiecesLimit: 100 },
    async make(club) {
      const [north, south] = [await addDistributor(club, "Север"), await addDistributor(club, "Юг")];
      const files = [
        await addReport(club, north, { file_name: "earlier.csv" }),
        await addReport(club, north, { file_name: "later.csv", count: 3 }),
        await addReport(club, south, { file_name: "implausible.csv", count: 101 }),
        await addReport(club, south, { file_name: "a stranger's sale.csv", phone: "79990000000" }),
        await addReport(club, south, { file_name: "refused.csv", status: "refused" }),
      ];
      // The earlier report of a distributor is counted before the one that is asked for.
      return files.slice(1).map((fileId) => ({ fileId }));
    },
  },
  "report-resume": {
    async make(club) {
      for (const { name, at } of edgesOf(60, "seconds")) {
        await addReport(club, await addDistributor(club, name), { file_name: `${name}.csv`, created_at: at });
      }
      const running = await addReport(club, await addDistributor(club, "в работе"), {
        file_name: "running.csv",
        created_at: ago({ hours: 1 }),
      });
      await sql`
        insert into pgboss.job (name, data, state) values ('report-count', ${JSON.stringify({ fileId: running })}, 'active')
      `.execute(club.db);
      for (const { name, at } of edgesOf(24, "hours")) {
        const distributor = await addDistributor(club, name);
        await addReport(club, distributor, { file_name: `broken ${name}.csv`, created_at: at, count: 7 });
      }
      await refuseRows(club, "deals", "new.sell_count = 7");
      return [{}];
    },
  },
  "report-previews.clear": {
    async make(club) {
      const { curator } = await addDistributor(club, "Север");
      for (const { name, at } of edgesOf(REPORT_PREVIEW_HOURS, "hours")) {
        await club.db
          .insertInto("report_previews")
          .values({
            curator_id: curator.id,
            file_name: name,
            content_type: "text/csv",
            content: Buffer.from(""),
            created_at: at,
          })
          .execute();
      }
      return [{}];
    },
  },
};

type Distributor = Awaited<ReturnType<typeof addDistributor>>;

/** A distributor's curator and manager, and a shop that is a member. */
async function addDistributor(club: TestClub, name: string) {
  const curator = await addPerson(club, { role: "curator" });
  await addCompany(club, curator.id, "distributor", name);
  const manager = await addPerson(club, {
    role: "manager",
    curator_id: curator.id,
    distributor_confirmed_at: ago({ days: 100 }),
  });
  const member = await addPerson(club);
  const shop = await addCompany(club, member.id, "retail", "Лесная");
  return { curator, manager, shop };
}

interface Report {
  readonly file_name: string;
  readonly status?: "queued" | "refused";
  readonly created_at?: Date;
  /** Pieces of its sale. */
  readonly count?: number;
  /** Of the manager. */
  readonly phone?: string;
}

async function addReport(
  { db }: TestClub,
  { curator, manager, shop }: Distributor,
  { count = 2, phone = manager.phone, created_at = NOW, status = "queued", file_name }: Report,
): Promise<number> {
  const { id } = await db
    .insertInto("report_files")
    .values({
      curator_id: curator.id,
      file_name,
      content_type: "text/csv",
      content: Buffer.from(
        `Дата продажи;Сейлз;ИНН;Артикул;Количество\n05.03.2026;${phone};${shop.inn};BT-060;${count}\n`,
      ),
      status,
      created_at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

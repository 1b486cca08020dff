import { sql } from "kysely";
import type { ClubSettings } from "../../../../club/platform/services";
import type { TestClub } from "../../../setup/club";

/** A Friday noon in Moscow, in the middle of a month. */
export const NOW = new Date("2026-03-20T09:00:00Z");

/** What a job finds in a club of its own. */
export interface JobScene {
  readonly settings?: Partial<ClubSettings>;
  /** Whether the job does several things at once, so that its lines come in any order. */
  readonly worksAtOnce?: boolean;
  /** Fills the club. @returns the data of each run of the job */
  make(club: TestClub): Promise<readonly object[]>;
}

interface Distance {
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
  readonly seconds?: number;
}

/** The moment that lies so far before `NOW`. */
export function ago({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Distance): Date {
  return new Date(NOW.getTime() - (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000);
}

/** The moments at which a limit hasn't come yet, comes and has passed, by names that a row can bear. */
export function edgesOf(limit: number, unit: keyof Distance): readonly { name: string; at: Date }[] {
  return [limit - 1, limit, limit + 1].map((count) => ({ name: `${count} ${unit} ago`, at: ago({ [unit]: count }) }));
}

/** Lets the database refuse the rows of a table that meet a condition on `new`. */
export async function refuseRows({ db }: TestClub, table: string, condition: string): Promise<void> {
  await sql`
    create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'refused' using errcode = 'P0001'; end $$;
    create trigger refuse before insert on ${sql.table(table)} for each row when (${sql.raw(condition)})
      execute function refuse();
  `.execute(db);
}

let hashes = 0;
/** 32 bytes that no other call gives. */
export const anyHash = () => Buffer.alloc(32, `hash ${++hashes} `);

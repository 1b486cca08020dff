import type { TestClub } from "./club";

const LATER = new Date("2100-01-01");

/** As of a session that lasts while the years of a test go by. */
export const LASTING = { created_at: LATER, expires_at: LATER };

/** Keeps the sessions of everybody from ending while the years of a test go by. */
export async function keepSessions({ db }: TestClub): Promise<void> {
  await db.updateTable("sessions").set(LASTING).execute();
}

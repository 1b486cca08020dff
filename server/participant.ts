import { readSession } from "../app/session/session.server";

/** The id of the participant whose session these cookies hold; undefined for a guest. */
export async function findParticipant(cookies: string): Promise<string | undefined> {
  const session = await readSession(new Request("http://portal/", { headers: { Cookie: cookies } }));
  return session?.userId;
}

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type FaultyUpstream, openFaultyUpstream } from "../../tests/faults/faulty-upstream";
import { startServer, TURNABLE_CLOCK } from "./server";

export interface FaultyPortal {
  origin: string;
  /** What stands between the portal and the club. */
  upstream: FaultyUpstream;
  /** Lets so many milliseconds pass by the portal's clock; the club and the browser have their own. */
  passTime(ms: number): void;
}

/**
 * Lends a second portal before a running club, whose calls can be made to fail, and stops it afterwards.
 * @param ignoredHeader the name of a header that its upstream doesn't know
 */
export async function withFaultyPortal(
  clubOrigin: string,
  use: (portal: FaultyPortal) => Promise<void>,
  ignoredHeader?: string,
): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "club-faulty-"));
  const upstream = await openFaultyUpstream(clubOrigin, ignoredHeader);
  const portal = await startServer(dataDir, { UPSTREAM_URL: upstream.origin, ...TURNABLE_CLOCK });
  await use({ origin: portal.origin, upstream, passTime: portal.passTime });
  await portal.stop();
  await upstream.close();
  await rm(dataDir, { recursive: true, force: true });
}

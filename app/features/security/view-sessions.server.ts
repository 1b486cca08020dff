import type { SessionRow } from "../../../contract/extensions";
import { formatMoment } from "../../lib/dates.server";
import { describeDevice } from "./describe-device.server";
import type { SessionView } from "./sessions-table";

/** The sessions as the page shows them: this one first, then the latest used. */
export function viewSessions(sessions: readonly SessionRow[]): SessionView[] {
  return sessions
    .map(({ id, user_agent, network, last_used_at, is_current }) => ({
      id,
      device: describeDevice(user_agent),
      network: shortenNetwork(network),
      lastUsed: formatMoment(last_used_at),
      isCurrent: is_current,
    }))
    .sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
}

/** Writes `203.0.113.0/24` as `203.0.113.*`. Anything else is shown as it came. */
function shortenNetwork(network: string): string {
  return network.replace(/\.0\/24$/, ".*").replace(/::\/48$/, ":*");
}

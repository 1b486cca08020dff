import type { ViewTable } from "../../../contract/operator/views";
import { formatMoment } from "./format";

const USER_AGENT_LENGTH = 80;

interface Session {
  readonly created_at: Date;
  readonly last_used_at: Date;
  readonly network: string;
  readonly user_agent: string;
}

/** The sessions of a participant or an operator, for their card. */
export function tableOfSessions(sessions: readonly Session[]): ViewTable {
  return {
    columns: [{ title: "Вход" }, { title: "Последнее действие" }, { title: "Сеть" }, { title: "Браузер" }],
    rows: sessions.map(({ created_at, last_used_at, network, user_agent }) => ({
      cells: [formatMoment(created_at), formatMoment(last_used_at), network, user_agent.slice(0, USER_AGENT_LENGTH)],
    })),
  };
}

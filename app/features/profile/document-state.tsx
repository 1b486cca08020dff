import { Link } from "@remix-run/react";
import { DOCUMENTS_LIMIT_ROUBLES, type DocumentStatus } from "../../../contract/values";
import { formatRoubles } from "../../lib/points";
import { Badge } from "../../ui/core/badge";

type Tone = "plain" | "ok" | "warn" | "danger";

const states: Record<DocumentStatus, { tone: Tone; label: string; text: string; link: string }> = {
  none: {
    tone: "plain",
    label: "Не нужны",
    text: "Их можно передать заранее.",
    link: "Передать документы",
  },
  pending: { tone: "warn", label: "На проверке", text: "Мы проверяем документы и сообщим о решении.", link: "Открыть" },
  accepted: { tone: "ok", label: "Приняты", text: "Подарки можно заказывать без ограничений.", link: "Открыть" },
  rejected: {
    tone: "danger",
    label: "Не приняты",
    text: "Исправьте данные и передайте документы ещё раз.",
    link: "Передать ещё раз",
  },
};

interface DocumentStateProps {
  status: string;
  reason: string;
  /** In roubles; an upstream may leave it out. */
  year_limit?: number | undefined;
}

/** The state of the personal documents, for participants who collect points (§6.4). An unknown one is shown as it came. */
export function DocumentState({ status, reason, year_limit = DOCUMENTS_LIMIT_ROUBLES }: DocumentStateProps) {
  const state = isKnown(status) ? states[status] : { ...states.none, label: status, text: "" };
  return (
    <>
      <p>
        <Badge tone={state.tone}>{state.label}</Badge>
      </p>
      {reason && <p>{reason}</p>}
      <p>
        {status === "none" &&
          `Документы понадобятся, когда подарки за год станут дороже ${formatRoubles(year_limit)}. `}
        {state.text} <Link to="/dashboard/documents">{state.link}</Link>
      </p>
    </>
  );
}

function isKnown(status: string): status is DocumentStatus {
  return Object.keys(states).includes(status);
}

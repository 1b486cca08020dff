import { Link } from "@remix-run/react";
import type { DocumentStatus } from "../../../contract/values";
import { Badge } from "../../ui/core/badge";

type Tone = "plain" | "ok" | "warn" | "danger";

const states: Record<DocumentStatus, { tone: Tone; label: string; text: string; link: string }> = {
  none: {
    tone: "plain",
    label: "Не нужны",
    text: "Документы понадобятся, когда подарки за год станут дороже 4\u00a0000\u00a0₽. Их можно передать заранее.",
    link: "Передать документы",
  },
  pending: { tone: "warn", label: "На проверке", text: "Мы проверяем документы и сообщим о решении.", link: "Открыть" },
  accepted: { tone: "ok", label: "Приняты", text: "Подарки можно заказывать без ограничений.", link: "Открыть" },
  rejected: {
    tone: "danger",
    label: "Отклонены",
    text: "Исправьте данные и передайте документы ещё раз.",
    link: "Передать снова",
  },
};

type DocumentStateProps = { status: string; reason: string };

/** The state of the personal documents, for participants who collect points (§6.4). An unknown one is shown as it came. */
export function DocumentState({ status, reason }: DocumentStateProps) {
  const state = isKnown(status) ? states[status] : { ...states.none, label: status, text: "" };
  return (
    <>
      <p>
        <Badge tone={state.tone}>{state.label}</Badge>
      </p>
      {reason && <p>{reason}</p>}
      <p>
        {state.text} <Link to="/dashboard/documents">{state.link}</Link>
      </p>
    </>
  );
}

function isKnown(status: string): status is DocumentStatus {
  return Object.hasOwn(states, status);
}

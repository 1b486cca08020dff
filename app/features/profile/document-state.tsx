import { Link } from "@remix-run/react";
import type { DocumentStatus } from "../../../contract/values";
import { Badge } from "../../ui/core/badge";

type Tone = "plain" | "ok" | "warn" | "danger";

const states: Record<DocumentStatus, { tone: Tone; word: string; words: string; link: string }> = {
  none: {
    tone: "plain",
    word: "Не нужны",
    words: "Документы понадобятся, когда подарки за год станут дороже 4\u00a0000\u00a0₽. Их можно передать заранее.",
    link: "Передать документы",
  },
  pending: { tone: "warn", word: "На проверке", words: "Мы проверяем документы и сообщим о решении.", link: "Открыть" },
  accepted: { tone: "ok", word: "Приняты", words: "Подарки можно заказывать без ограничений.", link: "Открыть" },
  rejected: {
    tone: "danger",
    word: "Отклонены",
    words: "Исправьте данные и передайте документы ещё раз.",
    link: "Передать снова",
  },
};

type DocumentStateProps = { status: DocumentStatus; reason: string };

/** Whether personal documents are on file, for those who collect points (§6.4). */
export function DocumentState({ status, reason }: DocumentStateProps) {
  const state = states[status];
  return (
    <>
      <p>
        <Badge tone={state.tone}>{state.word}</Badge>
      </p>
      {reason && <p>{reason}</p>}
      <p>
        {state.words} <Link to="/dashboard/documents">{state.link}</Link>
      </p>
    </>
  );
}

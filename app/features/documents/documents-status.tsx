import { DOCUMENTS_REJECTED_MESSAGE } from "../../../contract/values";
import { ButtonLink } from "../../ui/core/button";
import { Notice } from "../../ui/core/notice";

interface DocumentsStatusProps {
  /** As the upstream sent it; it may be unknown. */
  status: string;
  /** Why they were rejected. */
  reason: string;
  /** Gifts in the cart can't be ordered until the documents are accepted. */
  waiting: boolean;
}

/** The state of the participant's documents. */
export function DocumentsStatus({ status, reason, waiting }: DocumentsStatusProps) {
  if (status === "pending") {
    return (
      <Notice kind="info" title="Документы на проверке">
        Обычно это занимает один-два рабочих дня. {waiting && "Подарки подождут в корзине."}
      </Notice>
    );
  }
  if (status === "accepted") {
    return (
      <Notice
        kind="success"
        title="Документы приняты"
        action={waiting && <ButtonLink to="/dashboard/gifts/cart">Продолжить заказ</ButtonLink>}
      >
        Передавать их ещё раз не нужно.
      </Notice>
    );
  }
  if (status === "rejected") {
    return (
      <Notice kind="error" title="Документы не приняты">
        {reason || DOCUMENTS_REJECTED_MESSAGE} Исправьте и передайте их ещё раз.
      </Notice>
    );
  }
  if (status === "none") return null;
  return (
    <Notice kind="info" title={`Документы: ${status}`}>
      {reason}
    </Notice>
  );
}

import { DOCUMENTS_REJECTED_MESSAGE } from "../../../contract/values";
import { formatPoints, formatRoubles } from "../../lib/points";
import { ButtonLink } from "../../ui/core/button";
import { Notice } from "../../ui/core/notice";

interface DocumentsNeededProps {
  /** The state of the documents now, not at the stop. As the upstream sent it; empty when it isn't known. */
  status: string;
  /** Why they were rejected. */
  reason: string;
}

/** The upstream has stopped an order until personal documents are accepted (§8.5). */
export function DocumentsNeeded({ status, reason }: DocumentsNeededProps) {
  if (status === "accepted") {
    return (
      <Notice kind="success" title="Документы приняты">
        Заказ можно продолжить.
      </Notice>
    );
  }
  if (status === "pending") {
    return (
      <Notice kind="info" title="Документы на проверке">
        Обычно это занимает один-два рабочих дня. Подарки подождут в корзине: когда документы примут, заказ можно
        продолжить здесь.
      </Notice>
    );
  }
  if (status === "rejected") {
    return (
      <Notice
        kind="error"
        title="Документы не приняты"
        action={<ButtonLink to="/dashboard/documents">Передать документы ещё раз</ButtonLink>}
      >
        {reason || DOCUMENTS_REJECTED_MESSAGE}
      </Notice>
    );
  }
  return (
    <Notice
      kind="warning"
      title="Нужны документы"
      action={<ButtonLink to="/dashboard/documents">Передать документы</ButtonLink>}
    >
      Чтобы заказать остальное, передайте личные документы. Когда их примут, заказ можно продолжить здесь.
    </Notice>
  );
}

interface YearLimitAheadProps {
  /** In roubles. */
  limit: number;
  /** Whether documents have been handed in and are being checked. */
  pending: boolean;
}

/** Ordering this cart would exceed the year's limit without accepted documents (§8.5). */
export function YearLimitAhead({ limit, pending }: YearLimitAheadProps) {
  return (
    <Notice
      kind="info"
      title={`Подарки этого года станут дороже ${formatRoubles(limit)}`}
      action={
        !pending && (
          <ButtonLink to="/dashboard/documents" variant="secondary">
            Передать документы
          </ButtonLink>
        )
      }
    >
      {pending && "Ваши документы на проверке. "}
      Всё, что выше, выдаём после проверки документов: заказ остановится на первом таком подарке.
    </Notice>
  );
}

/** The balance isn't enough for the cart. */
export function MissingPoints({ points }: { points: number }) {
  return (
    <Notice kind="warning" title={`Не хватает ${formatPoints(points)}`}>
      Уберите что-нибудь из корзины или уменьшите количество.
    </Notice>
  );
}

/** All lines are removed; they are still shown above and can be restored. */
export function EmptyCart() {
  return (
    <div>
      <p className="title">В корзине пусто</p>
      <p className="button-row">
        <ButtonLink to="/dashboard/gifts/">Выбрать подарки</ButtonLink>
      </p>
    </div>
  );
}

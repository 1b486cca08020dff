import { formatPoints, formatRoubles } from "../../lib/points";
import { ButtonLink } from "../../ui/core/button";
import { Notice } from "../../ui/core/notice";

/** The upstream has stopped an order until personal documents are handed in (§8.5). */
export function DocumentsNeeded() {
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

/** Ordering this cart would exceed the year's limit without documents (§8.5). @param limit in roubles */
export function YearLimitAhead({ limit }: { limit: number }) {
  return (
    <Notice
      kind="info"
      title={`Подарки этого года станут дороже ${formatRoubles(limit)}`}
      action={<ButtonLink to="/dashboard/documents">Передать документы</ButtonLink>}
    >
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

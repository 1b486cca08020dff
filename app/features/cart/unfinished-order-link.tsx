import { ButtonLink } from "../../ui/core/button";
import { Notice } from "../../ui/core/notice";
import { ORDER_PATH } from "./paths";

/** Tells on another page that an order is unfinished, and leads to it. */
export function UnfinishedOrderLink({ progress }: { progress: string }) {
  return (
    <Notice kind="info" title="Заказ не закончен" action={<ButtonLink to={ORDER_PATH}>К заказу</ButtonLink>}>
      {progress} Остальное ждёт в корзине.
    </Notice>
  );
}

import { Button } from "../../ui/core/button";
import { PageHeader } from "../../ui/core/page";
import { ORDER_PATH } from "./paths";

/** Shown when the connection broke during a navigation. The server keeps the order. */
export function LostConnection() {
  return (
    <>
      <PageHeader
        title="Связь прервалась"
        lead="Заказ сохранён. Продолжите его: сначала мы проверим, что уже оформлено."
      />
      <form method="post" action={ORDER_PATH}>
        <Button name="intent" value="order">
          Продолжить заказ
        </Button>
      </form>
    </>
  );
}

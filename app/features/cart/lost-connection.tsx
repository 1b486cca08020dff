import { Button } from "../../ui/core/button";
import { PageHeader } from "../../ui/core/page";

/** Shown when an answer got lost on its way: the order is told by the server, and the same unit is never ordered twice. */
export function LostConnection() {
  return (
    <>
      <PageHeader
        title="Связь прервалась"
        lead="С заказом ничего не случилось: оформленные подарки не потерялись и не повторятся."
      />
      <form method="post" action="/dashboard/gifts/order">
        <Button name="intent" value="order">
          Продолжить заказ
        </Button>
      </form>
    </>
  );
}

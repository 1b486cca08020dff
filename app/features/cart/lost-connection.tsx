import { Button } from "../../ui/core/button";
import { PageHeader } from "../../ui/core/page";
import { ORDER_PATH } from "./paths";

/** Shown when the connection broke during a navigation. The server keeps the order, and no unit is ordered twice. */
export function LostConnection() {
  return (
    <>
      <PageHeader
        title="Связь прервалась"
        lead="С заказом ничего не случилось: оформленные подарки не потерялись и не повторятся."
      />
      <form method="post" action={ORDER_PATH}>
        <Button name="intent" value="order">
          Продолжить заказ
        </Button>
      </form>
    </>
  );
}

import { Form } from "@remix-run/react";
import { formatCount } from "../../lib/points";
import { Button, ButtonLink } from "../../ui/core/button";
import { Notice } from "../../ui/core/notice";

interface UnfinishedOrderProps {
  units: number;
  done: number;
  /** True where script drives the order unit by unit on its own page. */
  scripted: boolean;
}

/** Tells somebody who comes back that an order waits, and goes on with it at one press. */
export function UnfinishedOrder({ units, done, scripted }: UnfinishedOrderProps) {
  return (
    <Notice kind="info" title="Заказ не закончен">
      Оформлено {done} из {formatCount(units, "подарка", "подарков", "подарков")}. Пока он не закончен, корзину нельзя
      менять.
      <Form method="post" action="/dashboard/gifts/order" className="button-row">
        <Button name="intent" value={scripted ? "start" : "order"}>
          Продолжить заказ
        </Button>
        <ButtonLink to="/dashboard/gifts/order" variant="secondary">
          К заказу
        </ButtonLink>
      </Form>
    </Notice>
  );
}

import { Form } from "@remix-run/react";
import { formatCount } from "../../lib/points";
import { Button, ButtonLink } from "../../ui/core/button";
import { Notice } from "../../ui/core/notice";
import { ORDER_PATH } from "./paths";

interface Progress {
  units: number;
  done: number;
}

interface UnfinishedOrderProps extends Progress {
  /** Script is running and sends the units one by one on the order page. */
  scripted: boolean;
}

/** Shows a returning participant that an order is unfinished, with a button that resumes it. */
export function UnfinishedOrder({ units, done, scripted }: UnfinishedOrderProps) {
  return (
    <Notice kind="info" title="Заказ не закончен">
      {tellProgress({ units, done })} Пока он не закончен, корзину нельзя менять.
      <Form method="post" action={ORDER_PATH} className="button-row">
        <Button name="intent" value={scripted ? "start" : "order"}>
          Продолжить заказ
        </Button>
        <ButtonLink to={ORDER_PATH} variant="secondary">
          К заказу
        </ButtonLink>
      </Form>
    </Notice>
  );
}

/** Tells on another page that an order is unfinished, and leads to it. */
export function UnfinishedOrderLink(progress: Progress) {
  return (
    <Notice kind="info" title="Заказ не закончен" action={<ButtonLink to={ORDER_PATH}>К заказу</ButtonLink>}>
      {tellProgress(progress)} Остальное ждёт в корзине.
    </Notice>
  );
}

function tellProgress({ units, done }: Progress): string {
  return `Оформлено ${done} из ${formatCount(units, "подарка", "подарков", "подарков")}.`;
}

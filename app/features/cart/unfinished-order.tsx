import { Form } from "@remix-run/react";
import { Button, ButtonLink } from "../../ui/core/button";
import { Notice } from "../../ui/core/notice";
import { ORDER_PATH } from "./paths";

interface UnfinishedOrderProps {
  /** How far the order has come, as a sentence. */
  progress: string;
  /** Script is running and sends the units one by one on the order page. */
  scripted: boolean;
}

/** Shows a returning participant that an order is unfinished, with a button that resumes it. */
export function UnfinishedOrder({ progress, scripted }: UnfinishedOrderProps) {
  return (
    <Notice kind="info" title="Заказ не закончен">
      {progress} Пока он не закончен, корзину нельзя менять.
      <Form method="post" action={ORDER_PATH} className="button-row">
        <Button name="intent" value={scripted ? "start" : "order"}>
          Продолжить заказ
        </Button>{" "}
        <ButtonLink to={ORDER_PATH} variant="secondary">
          К заказу
        </ButtonLink>
      </Form>
    </Notice>
  );
}

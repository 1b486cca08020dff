import { Form, useFetcher, useNavigation } from "@remix-run/react";
import { useEffect } from "react";
import { formatCount } from "../../lib/points";
import { Button } from "../../ui/button";
import { Notice } from "../../ui/notice";
import { Gauge } from "../../ui/progress";
import { QUIET_FETCHER } from "../../ui/refresh";

export interface OrderView {
  basket: string;
  units: number;
  done: number;
  /** The name of the gift that comes next. */
  next: string;
  checking: boolean;
  /** Started or moved a moment ago, so that script may go on with it by itself. */
  fresh: boolean;
}

const PATH = "/dashboard/gifts/order";

/**
 * How far an order is (§4.18). With script it sends one unit after the other; without, the same form goes on for ten
 * seconds at each press. Whatever is pressed twice is ordered once.
 */
export function OrderProgress({ order }: { order: OrderView }) {
  const { basket, units, done, next, checking, fresh } = order;
  const { submit, state } = useFetcher({ key: `${QUIET_FETCHER}order` });
  const navigation = useNavigation();
  const busy = state !== "idle" || navigation.state !== "idle";

  // biome-ignore lint/correctness/useExhaustiveDependencies: each unit that is done asks for the next one
  useEffect(() => {
    if (busy || checking || !fresh) return;
    submit({ intent: "unit", basket }, { method: "post", action: PATH });
  }, [done, checking, busy, basket, submit]);

  return (
    <>
      <Gauge
        label={checking ? `Проверяем: ${next}` : `Сейчас: ${next}`}
        value={done}
        max={units}
        text={`${done} из ${formatCount(units, "подарка", "подарков", "подарков")}`}
        live
      />
      {checking && (
        <Notice kind="warning" title="Уточняем, оформлен ли подарок">
          Ответ не пришёл вовремя. Проверка ничего не закажет дважды: если подарок уже оформлен, мы просто это увидим.
        </Notice>
      )}
      <div className="brow">
        <Form method="post" action={PATH}>
          <input type="hidden" name="basket" value={basket} />
          <Button name="intent" value="order" autoFocus aria-disabled={busy || undefined}>
            {busy ? "Оформляем…" : checking ? "Проверить" : "Продолжить заказ"}
          </Button>
        </Form>
        {!busy && (
          <Form method="post" action={PATH}>
            <input type="hidden" name="basket" value={basket} />
            <Button variant="quiet" name="intent" value="stop">
              {checking ? "Прекратить проверку" : "Остановить заказ"}
            </Button>
          </Form>
        )}
      </div>
    </>
  );
}

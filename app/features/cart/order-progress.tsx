import { Form, useActionData, useFetcher, useNavigation } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { formatCount } from "../../lib/points";
import { Button, ToggleButton } from "../../ui/core/button";
import { Notice } from "../../ui/core/notice";
import { BACKGROUND_FETCHER_PREFIX } from "../../ui/core/polling";
import { Gauge } from "../../ui/lazy/progress";

export interface OrderView {
  basket: string;
  units: number;
  done: number;
  /** The name of the gift that comes next. */
  next: string;
  checking: boolean;
  /** At the participant's wish nothing is ordered now. */
  paused: boolean;
  /** Started or moved a moment ago, so that script may go on with it by itself. */
  fresh: boolean;
}

/** What a step sent by script is answered with: how far the order is, or that no answer came. */
interface StepAnswer {
  order?: OrderView;
  lost?: true;
}

const PATH = "/dashboard/gifts/order";
const LONGEST_WAIT_MS = 30_000;

/**
 * How far an order is (§4.18). With script it sends one unit after the other, can be paused, and goes on by itself when a
 * lost connection is back; without, the same forms go on for ten seconds at each press. Whatever is pressed or sent twice
 * is ordered once.
 */
export function OrderProgress({ order: loaded }: { order: OrderView }) {
  const { order, driving, lost, busy, goOn, pause, retry } = useDrive(loaded);
  const { basket, units, done, next, checking } = order;
  const waits = driving === null ? !loaded.fresh : !driving;
  const fields = <input type="hidden" name="basket" value={basket} />;
  return (
    <>
      <Gauge
        label={`${checking ? "Проверяем" : waits ? "Дальше" : "Сейчас"}: ${next}`}
        value={done}
        max={units}
        text={`${done} из ${formatCount(units, "подарка", "подарков", "подарков")}`}
        live
      />
      {waits && (
        <Notice kind="info" title={driving === false || order.paused ? "Заказ приостановлен" : "Заказ не закончен"}>
          Заказанное не потеряется и не повторится. Остальное подождёт, пока вы не продолжите.
        </Notice>
      )}
      {lost && (
        <Notice kind="warning" title="Связь прервалась">
          С заказом ничего не случилось{driving && ": продолжим сами, как только она вернётся"}.
        </Notice>
      )}
      {checking && !lost && (
        <Notice kind="warning" title="Уточняем, оформлен ли подарок">
          Ответ не пришёл вовремя. Проверка ничего не закажет дважды: если подарок уже оформлен, мы просто это увидим.
        </Notice>
      )}
      <div className="button-row">
        {/* One button for both, so that the focus stays where it is. */}
        <Form method="post" action={PATH} onSubmit={driving ? pause : goOn}>
          {fields}
          <ToggleButton
            name="intent"
            value={driving ? "pause" : "order"}
            variant={driving ? "secondary" : "primary"}
            autoFocus
          >
            {driving ? "Приостановить" : checking ? "Проверить" : "Продолжить заказ"}
          </ToggleButton>
        </Form>
        {driving && (lost || checking) && (
          <Button type="button" variant="quiet" onClick={retry} aria-disabled={busy}>
            {busy ? "Пробуем…" : "Попробовать сейчас"}
          </Button>
        )}
        {!driving && !waits && (
          <Form method="post" action={PATH}>
            {fields}
            <Button variant="secondary" name="intent" value="pause">
              Приостановить
            </Button>
          </Form>
        )}
        {!driving && !busy && (
          <Form method="post" action={PATH}>
            {fields}
            <Button variant="quiet" name="intent" value="stop">
              {checking ? "Прекратить проверку" : "Остановить заказ"}
            </Button>
          </Form>
        )}
      </div>
    </>
  );
}

/**
 * Sends the units. A step that got no answer, or whose unit is still being checked, is sent again under the same key: after
 * one second, two, four, at most half a minute, and at once when the browser is on line again.
 */
function useDrive(loaded: OrderView) {
  const { submit, state, data } = useFetcher<StepAnswer>({ key: `${BACKGROUND_FETCHER_PREFIX}order` });
  const pausing = useFetcher<StepAnswer>({ key: `${BACKGROUND_FETCHER_PREFIX}pause` });
  const unsent = useActionData<StepAnswer>();
  const leaving = useNavigation().state !== "idle";
  /** Null until script has looked: the page is then as it is without it. */
  const [driving, setDriving] = useState<boolean | null>(null);
  const heard = useRef(data);
  const failures = useRef(0);
  /** The next step ends a pause; whether the step on its way does. */
  const resumes = useRef(false);
  const resuming = useRef(false);
  const { basket, done, fresh } = loaded;
  /** An answer that got lost takes nothing back. */
  const last = useRef<OrderView>();
  const told = data?.order;
  const known = told ?? last.current;
  const busy = state !== "idle";

  const send = () => {
    resuming.current = resumes.current;
    submit({ intent: "unit", basket, ...(resumes.current && { resume: "1" }) }, STEP);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: only on coming here; afterwards the buttons decide
  useEffect(() => {
    if (fresh) setDriving(true);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer asks for the next step
  useEffect(() => {
    if (data !== heard.current) {
      heard.current = data;
      last.current = known;
      failures.current = told && !told.checking ? 0 : failures.current + 1;
      if (told && resuming.current) resumes.current = false;
    }
    // Another window has paused it.
    if (told?.paused && !resumes.current) return setDriving(false);
    if (!driving || busy || leaving) return;
    const missed = failures.current;
    const timer = setTimeout(send, missed && Math.min(1000 * 2 ** (missed - 1), LONGEST_WAIT_MS));
    window.addEventListener("online", send);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", send);
    };
  }, [driving, busy, leaving, data]);

  return {
    order: known && known.basket === basket && known.done >= done ? known : loaded,
    driving,
    lost: driving ? data?.lost : (pausing.data?.lost ?? unsent?.lost),
    busy,
    goOn(event: FormEvent) {
      event.preventDefault();
      resumes.current = true;
      failures.current = 0;
      setDriving(true);
    },
    pause(event: FormEvent) {
      event.preventDefault();
      setDriving(false);
      pausing.submit({ intent: "pause", basket, stay: "1" }, STEP);
    },
    retry() {
      if (!busy) send();
    },
  };
}

const STEP = { method: "post", action: PATH } as const;

import { Form, useActionData, useFetcher, useNavigation } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { formatCount, formatPoints } from "../../lib/points";
import { Button, ToggleButton } from "../../ui/core/button";
import { Notice } from "../../ui/core/notice";
import { BACKGROUND_FETCHER_PREFIX } from "../../ui/core/polling";
import { Gauge } from "../../ui/lazy/progress";
import { ORDER_PATH } from "./paths";

export interface OrderView {
  basket: string;
  units: number;
  done: number;
  /** The name of the gift that comes next. */
  next: string;
  /** It isn't known whether this gift was ordered. */
  checking: boolean;
  /** The upstream carries out a unit once however often it is sent, so a unit in doubt is sent again. */
  sendsAgain: boolean;
  /** The gift in doubt wasn't found: the participant has to decide. Its price in points, and recipient or size. */
  question: { price: number; note: string } | null;
  /** Paused by the participant. */
  paused: boolean;
  /** Made progress a moment ago, so that script may continue it without a press. */
  fresh: boolean;
}

/** The reply to a step that script has sent: the progress, or that the reply was lost. */
interface StepReply {
  order?: OrderView;
  lost?: true;
}

const LONGEST_WAIT_MS = 30_000;

/**
 * The progress of an order (§4.18). With script it sends one unit after the other, can be paused, and continues by itself when
 * a lost connection returns. Without script each press of the same forms orders for ten seconds.
 */
export function OrderProgress({ order: loaded }: { order: OrderView }) {
  const { order, running, lost, busy, resume, pause, retry, decide } = useOrderSteps(loaded);
  const { basket, units, done, next, checking, sendsAgain, question } = order;
  const waiting = running === null ? !loaded.fresh : !running;
  const fields = <input type="hidden" name="basket" value={basket} />;
  return (
    <>
      <Gauge
        label={`${checking ? "Проверяем" : waiting ? "Дальше" : "Сейчас"}: ${next}`}
        value={done}
        max={units}
        text={`${done} из ${formatCount(units, "подарка", "подарков", "подарков")}`}
        live
      />
      {waiting && !question && (
        <Notice kind="info" title={running === false || order.paused ? "Заказ приостановлен" : "Заказ не закончен"}>
          Остальное подождёт, пока вы не продолжите.
        </Notice>
      )}
      {lost && (
        <Notice kind="warning" title="Связь прервалась">
          Заказ сохранён{running && ": продолжим сами, как только она вернётся"}.
        </Notice>
      )}
      {checking && !question && !lost && (
        <Notice kind="warning" title="Уточняем, оформлен ли подарок">
          {sendsAgain
            ? "Ответ не пришёл вовремя. Отправим тот же запрос ещё раз: если подарок уже оформлен, мы это увидим."
            : "Ответ не пришёл вовремя. Ищем подарок среди списаний; сами мы его ещё раз не закажем."}
        </Notice>
      )}
      {question && <UnitQuestion name={next} basket={basket} onDecide={decide} {...question} />}
      <div className="button-row">
        {!question && (
          <Form method="post" action={ORDER_PATH} onSubmit={running ? pause : resume}>
            {fields}
            {/* Pausing and resuming are one button, so that it keeps the focus. */}
            <ToggleButton
              name="intent"
              value={running ? "pause" : "order"}
              variant={running ? "secondary" : "primary"}
              autoFocus
            >
              {running ? "Приостановить" : checking ? "Проверить" : "Продолжить заказ"}
            </ToggleButton>
          </Form>
        )}
        {running && (lost || checking) && (
          <Button type="button" variant="quiet" onClick={retry} aria-disabled={busy}>
            {busy ? "Пробуем…" : "Попробовать сейчас"}
          </Button>
        )}
        {!running && !waiting && (
          <Form method="post" action={ORDER_PATH}>
            {fields}
            <Button variant="secondary" name="intent" value="pause">
              Приостановить
            </Button>
          </Form>
        )}
        {!running && !busy && (
          <Form method="post" action={ORDER_PATH}>
            {fields}
            <Button variant="quiet" name="intent" value="stop">
              {checking && !question ? "Прекратить проверку" : "Остановить заказ"}
            </Button>
          </Form>
        )}
      </div>
    </>
  );
}

interface UnitQuestionProps {
  name: string;
  price: number;
  note: string;
  basket: string;
  onDecide(): void;
}

/** Asks what became of a unit that the upstream neither confirmed nor shows among the spent points. */
function UnitQuestion({ name, price, note, basket, onDecide }: UnitQuestionProps) {
  return (
    <Notice kind="warning" title="Оформлен ли этот подарок?">
      <p>
        {name} за {formatPoints(price)}. {note && `${note}. `}Ответ не пришёл, и среди списаний подарка пока нет.
        Посмотрите раздел <a href="/dashboard/points/">Баллы</a> и решите сами.
      </p>
      <Form method="post" action={ORDER_PATH} className="button-row" onSubmit={onDecide}>
        <input type="hidden" name="basket" value={basket} />
        <Button variant="secondary" name="intent" value="ordered">
          Подарок оформлен
        </Button>{" "}
        <Button variant="secondary" name="intent" value="not-ordered">
          Не оформлен, заказать ещё раз
        </Button>
      </Form>
    </Notice>
  );
}

/**
 * Sends the units. A step whose reply was lost, or whose unit is still being checked, is sent again after
 * one second, two, four and so on up to half a minute, and at once when the browser is online again.
 */
function useOrderSteps(loaded: OrderView) {
  const { submit, state, data } = useFetcher<StepReply>({ key: `${BACKGROUND_FETCHER_PREFIX}order` });
  const pausing = useFetcher<StepReply>({ key: `${BACKGROUND_FETCHER_PREFIX}pause` });
  const actionData = useActionData<StepReply>();
  const leaving = useNavigation().state !== "idle";
  /** Null until script has decided: until then the page is the same as without script. */
  const [running, setRunning] = useState<boolean | null>(null);
  const handled = useRef(data);
  const failures = useRef(0);
  /** Whether the next step, and the step that is being sent, end a pause. */
  const nextResumes = useRef(false);
  const sentResumes = useRef(false);
  const { basket, done, fresh } = loaded;
  /** The last known progress, which a lost reply doesn't undo. */
  const last = useRef<OrderView>();
  /** The participant's decision is on its way. */
  const isDeciding = useRef(false);
  /** A reply that the participant's decision has overtaken. */
  const [outdated, setOutdated] = useState<StepReply>();
  const received = data === outdated ? undefined : data?.order;
  const known = received ?? last.current;
  const busy = state !== "idle";

  const send = () => {
    sentResumes.current = nextResumes.current;
    submit({ intent: "unit", basket, ...(nextResumes.current && { resume: "1" }) }, STEP);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page opens; afterwards the buttons decide
  useEffect(() => {
    if (fresh) setRunning(true);
  }, []);

  // A step that overtook the participant's decision would only ask the same question again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the decision has arrived
  useEffect(() => {
    if (leaving || !isDeciding.current) return;
    isDeciding.current = false;
    setOutdated(data);
    last.current = undefined;
    failures.current = 0;
    setRunning(true);
  }, [leaving]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each reply asks for the next step
  useEffect(() => {
    if (data !== handled.current) {
      handled.current = data;
      last.current = known;
      failures.current = received && !received.checking ? 0 : failures.current + 1;
      if (received && sentResumes.current) nextResumes.current = false;
      // The participant has to decide.
      if (received?.question) return setRunning(false);
    }
    // Another window has paused the order.
    if (received?.paused && !nextResumes.current) return setRunning(false);
    if (!running || busy || leaving) return;
    const failed = failures.current;
    const timer = setTimeout(send, failed && Math.min(1000 * 2 ** (failed - 1), LONGEST_WAIT_MS));
    window.addEventListener("online", send);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", send);
    };
  }, [running, busy, leaving, data]);

  return {
    order: known && known.basket === basket && known.done >= done ? known : loaded,
    running,
    lost: running ? data?.lost : (pausing.data?.lost ?? actionData?.lost),
    busy,
    resume(event: FormEvent) {
      event.preventDefault();
      nextResumes.current = true;
      failures.current = 0;
      setRunning(true);
    },
    pause(event: FormEvent) {
      event.preventDefault();
      setRunning(false);
      pausing.submit({ intent: "pause", basket, stay: "1" }, STEP);
    },
    decide() {
      isDeciding.current = true;
    },
    retry() {
      if (!busy) send();
    },
  };
}

const STEP = { method: "post", action: ORDER_PATH } as const;

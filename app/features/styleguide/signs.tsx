import { Badge, CountBadge } from "../../ui/core/badge";
import { Button, ButtonLink } from "../../ui/core/button";
import { EmptyState } from "../../ui/core/empty-state";
import { Notice, type NoticeKind } from "../../ui/core/notice";
import { Odometer } from "../../ui/core/odometer";
import { Columns, Section } from "../../ui/core/page";
import { StepCards, Steps } from "../../ui/core/steps";
import { BoxDrawing } from "../../ui/lazy/blueprint/box";
import { CardDrawing } from "../../ui/lazy/blueprint/card";
import { CertificateDrawing } from "../../ui/lazy/blueprint/certificate";
import { EmptySheet } from "../../ui/lazy/blueprint/empty-sheet";
import { EmptyShelf } from "../../ui/lazy/blueprint/empty-shelf";
import { OilFilter } from "../../ui/lazy/blueprint/filter";
import { HexNut } from "../../ui/lazy/blueprint/hex-nut";
import { PhoneDrawing } from "../../ui/lazy/blueprint/phone";
import { SparkPlug } from "../../ui/lazy/blueprint/spark-plug";
import { Hero, Strip } from "../../ui/lazy/hero";
import { PartTag } from "../../ui/lazy/part-tag";
import { Gauge } from "../../ui/lazy/progress";
import { Skeleton } from "../../ui/lazy/skeleton";
import { WorkOrder } from "../../ui/lazy/work-order";

const DRAWINGS = [
  BoxDrawing,
  CardDrawing,
  CertificateDrawing,
  EmptySheet,
  EmptyShelf,
  OilFilter,
  HexNut,
  PhoneDrawing,
  SparkPlug,
];
const KINDS: readonly NoticeKind[] = ["success", "info", "warning", "error"];
const LONG = "Сверхдлинноеназваниебезпробеловкотороенигденепомещается и ещё несколько слов после него";

/** Odometer, tags, work order, gauge and drawings. */
export function SignaturePieces() {
  return (
    <>
      <Hero
        mark="Клуб"
        title="Баллы за каждую деталь"
        lead="Обещание в одну строку."
        actions={<ButtonLink to=".">Вступить</ButtonLink>}
        figure={<Odometer size="large" value={12450} label="12 450 баллов" unit="баллов" minDigits={6} turn />}
      />
      <Section title="Одометр">
        <p>
          <Odometer value={0} label="0 баллов" unit="баллов" />
        </p>
        <p>
          <Odometer size="large" value={1234567} label="1 234 567 баллов" unit="баллов" />
        </p>
      </Section>
      <Section title="Бирки">
        <Columns kind="cards">
          <PartTag code="SV-100" picture={<BoxDrawing />} title="Кепка" price="300 баллов" footer={<Tick />} />
          <PartTag perforated code="Сертификат" picture={<CertificateDrawing />} title={LONG} price="1 000 баллов">
            Не хватает 320 баллов.
          </PartTag>
        </Columns>
      </Section>
      <Section title="Заказ-наряд">
        <WorkOrder
          title="Корзина"
          level={3}
          number="№ 000 127"
          mark="черновик"
          lines={[
            { key: "a", name: "Пополнение на 100 ₽", note: "2 шт., +7 (900) 000-00-02", sum: "200", actions: <Tick /> },
            { key: "b", name: LONG, sum: "1 500" },
          ]}
          totalLabel="Итого"
          total="1 700 баллов"
        >
          <Button type="button">Заказать 3 подарка за 1 700 баллов</Button>
        </WorkOrder>
      </Section>
      <Section title="Шкалы и шаги">
        <Gauge label="До следующего подарка" value={680} max={1000} text="680 из 1 000" />
        <Gauge label="Обработано" value={0} max={0} text="0 строк" />
        <Steps steps={["Роль", "Анкета", "Код из СМС"]} current={1} />
        <StepCards steps={[{ title: "Вступите", text: "Минута.", drawing: <HexNut size={72} /> }]} />
      </Section>
      <Section title="Чертежи">
        <div className="button-row">
          {DRAWINGS.map((Drawing) => (
            <Drawing key={Drawing.name} size={88} />
          ))}
        </div>
      </Section>
    </>
  );
}

/** Notices, loading and empty states. */
export function States() {
  return (
    <Section title="Состояния">
      {KINDS.map((kind) => (
        <Notice key={kind} kind={kind} title="Отчёт принят" action={kind === "error" && <Tick />}>
          Строки посчитаем за минуту.
        </Notice>
      ))}
      <div className="button-row">
        <Badge>черновик</Badge>
        <Badge tone="ok">принято</Badge>
        <Badge tone="warn">на проверке</Badge>
        <Badge tone="danger">отклонено</Badge>
        <Badge tone="signal">новая</Badge>
        <CountBadge count={3} label="3 новых" />
        <CountBadge count={120} label="120 новых" />
      </div>
      <Skeleton />
      <EmptyState
        drawing={<EmptyShelf />}
        title="Корзина пуста"
        action={<ButtonLink to=".">Выбрать подарок</ButtonLink>}
      >
        Подарки ждут на полке.
      </EmptyState>
      <Strip title="Введите промокод" action={<ButtonLink to=".">Ввести</ButtonLink>}>
        <p>До конца акции три дня.</p>
      </Strip>
    </Section>
  );
}

function Tick() {
  return (
    <Button type="button" variant="quiet" small>
      Удалить
    </Button>
  );
}

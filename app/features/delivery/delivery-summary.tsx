import { ButtonLink } from "../../ui/button";
import { Section } from "../../ui/page";

interface DeliverySummaryProps {
  delivery: { city: string; address: string; code: string } | null;
  editable: boolean;
}

/** Where the souvenirs of an order go, or the way to choose it. */
export function DeliverySummary({ delivery, editable }: DeliverySummaryProps) {
  return (
    <Section
      card
      title="Пункт выдачи"
      actions={
        editable &&
        delivery && (
          <ButtonLink to="/dashboard/gifts/delivery" variant="secondary" small>
            Изменить<span className="vh"> пункт выдачи</span>
          </ButtonLink>
        )
      }
    >
      {delivery ? (
        <p>
          {delivery.city}, {delivery.address}
          <br />
          <span className="mark">Пункт {delivery.code}</span>
        </p>
      ) : (
        <>
          <p>Сувениры приедут в пункт выдачи. Выберите, в какой вам удобно зайти.</p>
          <p className="brow">
            <ButtonLink to="/dashboard/gifts/delivery">Выбрать пункт выдачи</ButtonLink>
          </p>
        </>
      )}
    </Section>
  );
}

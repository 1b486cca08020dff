import { Link } from "@remix-run/react";
import { ButtonLink } from "../../ui/core/button";

interface DeliverySummaryProps {
  delivery: { city: string; address: string; code: string } | null;
  editable: boolean;
}

/** Where the souvenirs of an order go, or the way to choose it. Stands on the order sheet. */
export function DeliverySummary({ delivery, editable }: DeliverySummaryProps) {
  return (
    <section aria-labelledby="delivery-h">
      <h3 id="delivery-h">Пункт выдачи</h3>
      {delivery ? (
        <p>
          {delivery.city}, {delivery.address}, пункт {delivery.code}.{" "}
          {editable && (
            <Link to="/dashboard/gifts/delivery">
              Изменить<span className="visually-hidden"> пункт выдачи</span>
            </Link>
          )}
        </p>
      ) : (
        <>
          <p>Сувениры приедут в пункт выдачи. Выберите, в какой вам удобно зайти.</p>
          <p className="button-row">
            <ButtonLink to="/dashboard/gifts/delivery">Выбрать пункт выдачи</ButtonLink>
          </p>
        </>
      )}
    </section>
  );
}

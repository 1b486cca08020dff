import { Link } from "@remix-run/react";
import { ButtonLink } from "../../ui/core/button";

interface DeliverySummaryProps {
  delivery: { city: string; address: string; code: string } | null;
  editable: boolean;
}

/** The pickup point of the order, or a link to choose one. */
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

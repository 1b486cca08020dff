import { Link } from "@remix-run/react";
import { ButtonLink } from "../../ui/core/button";
import { DELIVERY_PATH } from "./paths";
import type { PickupPlace } from "./pickup-view";
import { RememberedPickup } from "./remembered-pickup";

interface DeliverySummaryProps {
  delivery: PickupPlace | null;
  /** The pickup point of an earlier order. */
  remembered: PickupPlace | null;
  editable: boolean;
}

/** The pickup point of the order, or a link to choose one. */
export function DeliverySummary({ delivery, remembered, editable }: DeliverySummaryProps) {
  return (
    <section aria-labelledby="delivery-h">
      <h3 id="delivery-h">Пункт выдачи</h3>
      {delivery ? (
        <p>
          {delivery.city}, {delivery.address}, пункт {delivery.code}.{" "}
          {editable && (
            <Link to={`${DELIVERY_PATH}?${new URLSearchParams({ delivery_city: delivery.city })}`}>
              Изменить<span className="visually-hidden"> пункт выдачи</span>
            </Link>
          )}
        </p>
      ) : (
        <>
          <p>Сувениры приедут в пункт выдачи. Выберите, в какой вам удобно зайти.</p>
          {remembered && <RememberedPickup {...remembered} />}
          <p className="button-row">
            <ButtonLink to={DELIVERY_PATH} variant={remembered ? "quiet" : "primary"}>
              {remembered ? "Выбрать другой" : "Выбрать пункт выдачи"}
            </ButtonLink>
          </p>
        </>
      )}
    </section>
  );
}

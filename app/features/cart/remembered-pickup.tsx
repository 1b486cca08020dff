import { Form } from "@remix-run/react";
import { Button } from "../../ui/core/button";
import { DELIVERY_PATH } from "./paths";
import type { PickupPlace } from "./pickup-view";

/** Offers the pickup point of the last order: one press. The address of the form shows the points of its city if it is refused. */
export function RememberedPickup({ city, address, code }: PickupPlace) {
  return (
    <Form method="post" action={`${DELIVERY_PATH}?${new URLSearchParams({ delivery_city: city })}`}>
      <p>
        В прошлый раз: {city}, {address}.
      </p>
      <input type="hidden" name="delivery_city" value={city} />
      <input type="hidden" name="cdek_pvz_code" value={code} />
      <p className="button-row">
        <Button variant="secondary">Забрать там же</Button>
      </p>
    </Form>
  );
}

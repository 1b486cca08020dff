import { Form, Link } from "@remix-run/react";
import { searchRule } from "../../../contract/field-rules";
import { Button, SubmitButton } from "../../ui/core/button";
import { RadioGroup } from "../../ui/core/choice-field";
import { RESULTS_ID } from "../../ui/core/filter-form";
import { FormLayout } from "../../ui/core/form";
import type { FormShell } from "../../ui/core/form-shell";
import { SearchField } from "../../ui/core/text-field";
import { NearestButton, useNearestPoints } from "./nearest-button";
import { DELIVERY_PATH } from "./paths";
import type { PickupPointView } from "./pickup-view";

interface PickupFormProps {
  shell: FormShell;
  city: string;
  cityCode: string;
  /** Part of a street name, which filters the points. */
  street: string;
  points: readonly PickupPointView[];
  /** There are more points than are shown. */
  hasMore: boolean;
  /** The places of the points are known, so that they can be sorted by distance. */
  hasPlaces: boolean;
  chosen: string;
}

/** The second step: choosing a pickup point of the city. */
export function PickupForm(props: PickupFormProps) {
  const { shell, city, cityCode, street, points, hasMore, hasPlaces, chosen } = props;
  const { nearest, ...asking } = useNearestPoints(city, street);
  const shown = nearest.length > 0 ? nearest : points;
  return (
    <>
      <Form method="get" action={`#${RESULTS_ID}`} className="form" role="search" aria-label="Поиск по улице">
        <input type="hidden" name="delivery_city" value={city} />
        <input type="hidden" name="city" value={cityCode} />
        <SearchField
          key={street}
          shell={{ id: "street", result: null }}
          name="delivery_address"
          label="Улица"
          optional
          defaultValue={street}
          {...searchRule}
        />
        <div className="button-row" id={RESULTS_ID}>
          <Button variant="secondary">Показать рядом</Button>{" "}
          <Link className="button button--quiet" to={DELIVERY_PATH}>
            Другой город
          </Link>
        </div>
      </Form>
      {points.length === 0 ? (
        <p role="status">Здесь пунктов выдачи не нашлось. Попробуйте другую улицу или соседний город.</p>
      ) : (
        <FormLayout shell={shell}>
          <input type="hidden" name="delivery_city" value={city} />
          {hasPlaces && <NearestButton {...asking} />}
          <div className="option-list">
            <RadioGroup
              shell={shell}
              name="cdek_pvz_code"
              label={`Пункты выдачи: ${city}`}
              required
              defaultValue={chosen}
              choices={shown.map(({ code, address, hint }) => ({ value: code, label: address, hint }))}
            />
          </div>
          {hasMore && <p className="hint">Показаны не все. Уточните улицу, чтобы увидеть остальные.</p>}
          <div className="button-row">
            <SubmitButton shell={shell}>Забрать здесь</SubmitButton>
          </div>
        </FormLayout>
      )}
    </>
  );
}

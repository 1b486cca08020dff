import { Form, Link } from "@remix-run/react";
import { searchRule } from "../../../contract/field-rules";
import type { PickupPoint } from "../../../contract/suggestions";
import { Button, SubmitButton } from "../../ui/core/button";
import { RadioGroup } from "../../ui/core/choice-field";
import { RESULTS_ID } from "../../ui/core/filter-form";
import { FormLayout } from "../../ui/core/form";
import type { FormShell } from "../../ui/core/form-shell";
import { SearchField } from "../../ui/core/text-field";

interface PickupFormProps {
  shell: FormShell;
  city: string;
  cityCode: string;
  /** Part of a street name, which filters the points. */
  street: string;
  points: readonly PickupPoint[];
  /** There are more points than are shown. */
  hasMore: boolean;
  chosen: string;
}

/** The second step: choosing a pickup point of the city. */
export function PickupForm({ shell, city, cityCode, street, points, hasMore, chosen }: PickupFormProps) {
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
          <Link className="button button--quiet" to="/dashboard/gifts/delivery">
            Другой город
          </Link>
        </div>
      </Form>
      {points.length === 0 ? (
        <p role="status">Здесь пунктов выдачи не нашлось. Попробуйте другую улицу или соседний город.</p>
      ) : (
        <FormLayout shell={shell}>
          <input type="hidden" name="delivery_city" value={city} />
          <RadioGroup
            shell={shell}
            name="cdek_pvz_code"
            label={`Пункты выдачи: ${city}`}
            required
            defaultValue={chosen}
            choices={points.map((point) => ({
              value: point.code,
              label: point.address,
              hint: [point.type === "POSTAMAT" ? "Постамат" : "Пункт выдачи", point.work_time]
                .filter(Boolean)
                .join(" · "),
            }))}
          />
          {hasMore && <p className="hint">Показаны не все. Уточните улицу, чтобы увидеть остальные.</p>}
          <div className="button-row">
            <SubmitButton shell={shell}>Забрать здесь</SubmitButton>
          </div>
        </FormLayout>
      )}
    </>
  );
}

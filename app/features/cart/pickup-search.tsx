import { Form, Link } from "@remix-run/react";
import { searchRule } from "../../../contract/field-rules";
import type { City } from "../../../contract/suggestions";
import { Button } from "../../ui/core/button";
import { RESULTS_ID } from "../../ui/core/filter-form";
import { SearchField } from "../../ui/core/text-field";

interface PickupSearchProps {
  /** The searched name. */
  query: string;
  cities: readonly City[];
  searched: boolean;
}

const shell = { id: "city", result: null };

/** The first step: searching for the city. The results are links. */
export function PickupSearch({ query, cities, searched }: PickupSearchProps) {
  return (
    <>
      <Form method="get" action={`#${RESULTS_ID}`} className="form" role="search" aria-label="Поиск города">
        <SearchField
          key={query}
          shell={shell}
          name="delivery_city"
          label="Город"
          hint="Начните с первых букв."
          defaultValue={query}
          {...searchRule}
          required
        />
        <div className="button-row" id={RESULTS_ID}>
          <Button variant={cities.length > 0 ? "secondary" : "primary"}>Найти</Button>
        </div>
      </Form>
      {searched && cities.length === 0 && <p role="status">Такого города в списке доставки нет. Проверьте название.</p>}
      {cities.length > 0 && (
        <nav className="menu" aria-label="Найденные города">
          <ul>
            {cities.map(({ code, city, region }) => (
              <li key={code}>
                <Link to={`?${new URLSearchParams({ delivery_city: city, city: code })}`}>
                  <span>
                    <strong>{city}</strong>
                    {region && region !== city && <small> {region}</small>}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  );
}

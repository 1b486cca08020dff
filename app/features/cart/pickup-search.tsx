import { Form, Link } from "@remix-run/react";
import { searchRule } from "../../../contract/field-rules";
import type { City } from "../../../contract/suggestions";
import { Button } from "../../ui/core/button";
import { RESULTS_ID } from "../../ui/core/filter-form";
import { SearchField } from "../../ui/core/text-field";
import { useCitySuggestions } from "./use-city-suggestions";

interface PickupSearchProps {
  /** The searched name. */
  query: string;
  cities: readonly City[];
  searched: boolean;
}

const shell = { id: "city", result: null };

/** The first step: searching for the city. The results are links; with script they come while the name is typed. */
export function PickupSearch({ query, cities, searched }: PickupSearchProps) {
  const { search, suggested } = useCitySuggestions();
  const found = suggested ?? cities;
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
          onInput={(event) => search(event.currentTarget.value)}
        />
        <div className="button-row" id={RESULTS_ID}>
          <Button variant={found.length > 0 ? "secondary" : "primary"}>Найти</Button>
        </div>
      </Form>
      <p role="status" className={found.length > 0 ? "visually-hidden" : undefined}>
        {found.length > 0 && suggested && `Нашлись города: ${found.length}`}
        {found.length === 0 && (searched || suggested) && "Такого города в списке доставки нет. Проверьте название."}
      </p>
      {found.length > 0 && (
        <nav className="option-list" aria-label="Найденные города">
          <ul>
            {found.map(({ code, city, region }) => (
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

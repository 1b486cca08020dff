import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { City } from "../../../contract/suggestions";
import { REGION_LOOKUP_DEBOUNCE_MS } from "../../../contract/values";
import { DELIVERY_PATH } from "./paths";

/** From so many letters on, cities are suggested. */
const SHORTEST_NAME = 2;

/** The cities that begin as the name being typed, once nothing has been typed for a moment; null before and without script. */
export function useCitySuggestions() {
  const fetcher = useFetcher<{ cities: City[]; searched: boolean; query: string }>();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const [typed, setTyped] = useState("");
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = (value: string) => {
    clearTimeout(timer.current);
    const name = value.trim();
    setTyped(name);
    if (name.length < SHORTEST_NAME) return;
    const query = new URLSearchParams({ delivery_city: name, typing: "" });
    timer.current = setTimeout(() => fetcher.load(`${DELIVERY_PATH}?${query}`), REGION_LOOKUP_DEBOUNCE_MS);
  };
  const { data } = fetcher;
  return { search, suggested: data?.searched && data.query === typed ? data.cities : null };
}

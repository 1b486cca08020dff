import { Form, useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { formatCount } from "../../lib/points";
import { Button } from "../../ui/core/button";
import { BACKGROUND_FETCHER_PREFIX } from "../../ui/core/polling";
import { SEEN_PATH } from "./seen-path";

/** Marks the new gifts as seen (§4.5): script at once, otherwise the button. It stands below the gifts, where nothing moves. */
export function NewGifts({ count }: { count: number }) {
  const { submit } = useFetcher({ key: `${BACKGROUND_FETCHER_PREFIX}seen` });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the gifts are shown
  useEffect(() => submit({ stay: "1" }, { method: "post", action: SEEN_PATH }), []);
  return (
    <Form method="post" action={SEEN_PATH} className="button-row">
      <Button variant="quiet">Отметить просмотренными: {formatCount(count, "новый", "новых", "новых")}</Button>
    </Form>
  );
}

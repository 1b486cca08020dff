import { useFetcher } from "@remix-run/react";
import { useState } from "react";
import { Button } from "../../ui/core/button";
import { ScriptOnly } from "../../ui/core/script-only";
import { DELIVERY_PATH } from "./paths";
import { NEAREST_INTENT, type NearestReply } from "./pickup-view";

/** Milliseconds after which the phone is taken not to know where it is. */
const PLACE_TIMEOUT = 15_000;

/**
 * Asks the phone for its place, only when it is pressed, and the portal for the pickup points of the city that are nearest to it.
 * @param street what the points are filtered by: another search puts an end to the order by distance
 */
export function useNearestPoints(city: string, street: string) {
  const fetcher = useFetcher<NearestReply>();
  const [state, setState] = useState<"idle" | "asking" | "refused">("idle");
  const [pressedFor, setPressedFor] = useState<string>();

  const find = () => {
    setState("asking");
    setPressedFor(street);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState("idle");
        const place = { latitude: String(coords.latitude), longitude: String(coords.longitude) };
        fetcher.submit(
          { intent: NEAREST_INTENT, delivery_city: city, ...place },
          { method: "post", action: DELIVERY_PATH },
        );
      },
      () => setState("refused"),
      { timeout: PLACE_TIMEOUT, maximumAge: 60_000 },
    );
  };

  const reply = pressedFor === street ? fetcher.data : undefined;
  // A reply that was lost on its way has no points.
  const nearest = reply?.nearest ?? [];
  const lost = reply && !reply.nearest ? LOST : "";
  const message = state === "refused" ? REFUSED : reply?.message || lost;
  return { find, nearest, message, busy: state === "asking" || fetcher.state !== "idle" };
}

const REFUSED = "Телефон не сообщил, где вы. Разрешите это в настройках браузера или найдите пункт по улице.";
const LOST = "Связь прервалась. Попробуйте ещё раз или выберите пункт из списка.";

interface NearestButtonProps {
  find(): void;
  busy: boolean;
  message: string;
}

export function NearestButton({ find, busy, message }: NearestButtonProps) {
  return (
    <ScriptOnly isPossible={() => "geolocation" in navigator && window.isSecureContext}>
      <Button type="button" variant="secondary" aria-disabled={busy || undefined} onClick={() => !busy && find()}>
        {busy ? "Ищем…" : "Сначала ближайшие"}
      </Button>
      <p role="status" className="hint">
        {message}
      </p>
    </ScriptOnly>
  );
}

import { EmptyState } from "../../ui/core/empty-state";
import { EmptySheet } from "../../ui/lazy/blueprint/empty-sheet";

/** §2.3.5: replaces every page while COMING_SOON is on. */
export function ComingSoon() {
  return (
    <EmptyState drawing={<EmptySheet />} title="Скоро открытие">
      Клуб готовится к запуску. Загляните к нам немного позже.
    </EmptyState>
  );
}

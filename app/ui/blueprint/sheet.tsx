import type { ReactNode } from "react";

/** What every drawing takes. `size` is the side in pixels. */
export type DrawingProps = { size?: number };

/**
 * The sheet that a line drawing stands on: 96 × 96, 1.5 px strokes in ink; class "a" strokes in signal, "d" marks the
 * dashed centre and dimension lines. Drawings only decorate: the words beside them say it all.
 */
export function Sheet({ size = 96, children }: DrawingProps & { children: ReactNode }) {
  return (
    <svg className="bp" viewBox="0 0 96 96" width={size} height={size} aria-hidden="true">
      {children}
    </svg>
  );
}

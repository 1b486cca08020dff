import type { ReactNode } from "react";

/** Props of every drawing. `size` is the side in pixels. */
export type DrawingProps = { size?: number };

/**
 * A line drawing of 96 × 96 units, 1.5 px strokes in ink. Class `drawing-accent` strokes in the signal colour,
 * `drawing-guide` draws dashed centre and dimension lines. Drawings are decoration, hidden from screen readers.
 */
export function Drawing({ size = 96, children }: DrawingProps & { children: ReactNode }) {
  return (
    <svg className="drawing" viewBox="0 0 96 96" width={size} height={size} aria-hidden="true">
      {children}
    </svg>
  );
}

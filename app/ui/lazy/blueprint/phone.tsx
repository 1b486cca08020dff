import { Drawing, type DrawingProps } from "../../core/drawing";

/** A mobile phone with a call of points. */
export function PhoneDrawing(props: DrawingProps) {
  return (
    <Drawing {...props}>
      <path className="drawing-guide" d="M48 4v88" />
      <rect x="28" y="10" width="40" height="74" rx="7" />
      <path d="M28 20h40M28 72h40M43 15h10" />
      <circle cx="48" cy="78" r="2.5" />
      <path className="drawing-accent" d="M39 56V46M45 56V40M51 56V34M57 56V28" strokeWidth="4" />
    </Drawing>
  );
}

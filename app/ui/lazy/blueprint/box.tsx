import { Drawing, type DrawingProps } from "../../core/drawing";

/** A parcel box. */
export function BoxDrawing(props: DrawingProps) {
  return (
    <Drawing {...props}>
      <path className="drawing-guide" d="M48 6v86" />
      <path d="M12 32l36-16 36 16v38L48 86 12 70zM12 32l36 16 36-16M48 48v38" />
      <path className="drawing-accent" d="M30 24l36 16v14M37 21l36 16" />
      <path d="M20 62l10 4.5M20 56l6 2.7" />
    </Drawing>
  );
}

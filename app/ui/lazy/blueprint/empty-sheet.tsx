import { Drawing, type DrawingProps } from "../../core/drawing";

/** A work order nobody has written on yet. */
export function EmptySheet(props: DrawingProps) {
  return (
    <Drawing {...props}>
      <path d="M20 8h42l16 16v64H20zM62 8v16h16" />
      <path className="drawing-guide" d="M28 38h42M28 48h42M28 58h42" />
      <path d="M52 72h18M28 22h18" />
      <path className="drawing-accent" d="M84 40 62 62l-4 2 2-4 22-22q2-1 3 0t-1 2z" />
    </Drawing>
  );
}

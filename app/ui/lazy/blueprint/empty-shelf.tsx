import { Drawing, type DrawingProps } from "../../core/drawing";

/** A pegboard with one tag left: a list or a shelf without things. */
export function EmptyShelf(props: DrawingProps) {
  return (
    <Drawing {...props}>
      <path d="M10 14h76v60H10z" />
      <path className="drawing-guide" d="M22 26h54M22 38h54M22 50h54M22 62h54" />
      <path d="M30 26v6h6M62 26v6h6M16 74v12M80 74v12" />
      <path className="drawing-accent" d="M48 38v6M41 44h11l4 4v16H41z" />
      <circle className="drawing-accent" cx="46" cy="49" r="1.5" />
    </Drawing>
  );
}

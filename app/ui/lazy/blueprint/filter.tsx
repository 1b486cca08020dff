import { Drawing, type DrawingProps } from "../../core/drawing";

/** A spin-on filter from the side. */
export function OilFilter(props: DrawingProps) {
  return (
    <Drawing {...props}>
      <path className="drawing-guide" d="M48 4v88" />
      <path d="M26 22h44v54q0 10-10 10H36q-10 0-10-10z" />
      <path d="M30 12h36v10H30zM26 30h44M26 34h44" />
      <path d="M34 78v8M41 80v6M48 80v6M55 80v6M62 78v8" />
      <path className="drawing-accent" d="M26 44h44v22H26zM34 52h18M34 58h10" />
    </Drawing>
  );
}

import { Drawing, type DrawingProps } from "../../core/drawing";

/** A bank card. */
export function CardDrawing(props: DrawingProps) {
  return (
    <Drawing {...props}>
      <path className="drawing-guide" d="M4 50h88M48 16v68" />
      <rect x="10" y="24" width="76" height="52" rx="6" />
      <path d="M10 36h76M10 44h76" />
      <rect className="drawing-accent" x="18" y="52" width="14" height="11" rx="2" />
      <path className="drawing-accent" d="M18 57.5h14M25 52v11" />
      <path d="M58 66h20M58 60h12" />
    </Drawing>
  );
}

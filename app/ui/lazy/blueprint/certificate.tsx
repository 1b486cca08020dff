import { Drawing, type DrawingProps } from "../../core/drawing";

/** A certificate with its perforated edge. */
export function CertificateDrawing(props: DrawingProps) {
  return (
    <Drawing {...props}>
      <path d="M10 22h76v50H10z" />
      <path className="drawing-guide" d="M64 18v58" />
      <path d="M18 34h30M18 42h36M18 50h22" />
      <circle className="drawing-accent" cx="30" cy="62" r="6" />
      <path className="drawing-accent" d="M26 67v13l4-3 4 3V67" />
      <path d="M70 34h10M70 42h10M70 60h10" />
    </Drawing>
  );
}

import { Drawing, type DrawingProps } from "../../core/drawing";

/** A hex nut from above, with its centre lines and the width across flats. */
export function HexNut(props: DrawingProps) {
  return (
    <Drawing {...props}>
      <path className="drawing-guide" d="M48 4v78M6 43h84" />
      <path d="M31 13h34l17 30-17 30H31L14 43z" />
      <circle cx="48" cy="43" r="27" />
      <circle className="drawing-accent" cx="48" cy="43" r="15" />
      <path d="M33 43a15 15 0 0 1 15-15" className="drawing-accent" strokeWidth="4" />
      <path d="M14 84v6M82 84v6M14 87h68M20 84.5 14 87l6 2.5M76 84.5l6 2.5-6 2.5" />
    </Drawing>
  );
}

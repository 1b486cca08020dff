import { type CSSProperties, Fragment } from "react";

type OdometerProps = {
  /** Whole and not negative. */
  value: number;
  /** The value with its unit, such as «12 450 баллов», for screen readers. */
  label: string;
  /** The unit alone, shown beside the digits by the style sheet: without styles the label alone is read. */
  unit?: string;
  /** Leading zeros up to this many digits; they are dimmed. */
  minDigits?: number;
  size?: "small" | "large";
  /** Turns from zeros when it first appears (in CSS, no script needed). */
  turn?: boolean;
};

/** A number in dark windows. When it changes after hydration the digits roll to their new values. */
export function Odometer({ value, label, unit, minDigits = 1, size = "small", turn }: OdometerProps) {
  const digits = String(Math.max(0, Math.trunc(value)));
  const padded = digits.padStart(minDigits, "0");
  const lead = padded.length - digits.length;
  return (
    <span className={`odometer${size === "large" ? " odometer--large" : ""}${turn ? " odometer--turn" : ""}`}>
      <span className="visually-hidden">{label}</span>
      <span className="odometer-window" aria-hidden="true">
        {[...padded].map((digit, index) => {
          // Counted from the right, so that a digit keeps its key when the number gets longer.
          const place = padded.length - index;
          return (
            <Fragment key={place}>
              <i
                className={index < lead ? "odometer-leading-zero" : undefined}
                style={digit === "0" ? undefined : ({ "--odometer-digit": digit } as CSSProperties)}
              />
              {place > 1 && place % 3 === 1 && <b />}
            </Fragment>
          );
        })}
      </span>
      {unit && <span className="odometer-unit" aria-hidden="true" data-text={unit} />}
    </span>
  );
}

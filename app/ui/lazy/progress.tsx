import { type ReactNode, useId } from "react";

type GaugeProps = {
  label: ReactNode;
  value: number;
  max: number;
  /** The progress as text, such as «12 из 40 строк»; shown on the right and read by screen readers. */
  text: string;
  /** Announces changes to screen readers, for jobs that are running. */
  live?: boolean;
};

/** A native progress bar with ticks. */
export function Gauge({ label, value, max, text, live }: GaugeProps) {
  const id = useId();
  return (
    <div className="gauge">
      <div className="gauge-row">
        <label htmlFor={id}>{label}</label>{" "}
        <output htmlFor={id} aria-live={live ? "polite" : "off"}>
          {text}
        </output>
      </div>
      <progress id={id} value={Math.min(Math.max(value, 0), max)} max={max || 1} aria-valuetext={text} />
    </div>
  );
}

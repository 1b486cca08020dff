import { type ReactNode, useId } from "react";

type GaugeProps = {
  label: ReactNode;
  value: number;
  max: number;
  /** The figures in words, such as «12 из 40 строк»; stands on the right and is what screen readers say. */
  text: string;
  /** Announces changes, for work that goes on while the person waits. */
  live?: boolean;
};

/** A bar gauge with ticks over the native progress element. */
export function Gauge({ label, value, max, text, live }: GaugeProps) {
  const id = useId();
  return (
    <div className="gauge">
      <div className="gauge-row">
        <label htmlFor={id}>{label}</label>
        <output htmlFor={id} aria-live={live ? "polite" : "off"}>
          {text}
        </output>
      </div>
      <progress id={id} value={Math.min(Math.max(value, 0), max)} max={max || 1} aria-valuetext={text} />
    </div>
  );
}

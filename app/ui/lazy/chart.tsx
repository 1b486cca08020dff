import type { ReactNode } from "react";

/** One bar or point; `label` is short (three letters of a month), `value` not negative. */
export type ChartPoint = { label: string; value: number };

type ChartProps = {
  /** Heading of the chart. */
  title: ReactNode;
  /** The chart in one sentence, for screen readers; a table beside it has the figures. */
  summary: string;
  points: readonly ChartPoint[];
  kind?: "bar" | "line";
  /** Formats a figure of the scale. */
  format: (value: number) => string;
};

const width = 600;
const height = 200;
/** So many labels have no room side by side on a phone. */
const MANY = 8;

/**
 * A bar or line chart as SVG, which needs no script. The shapes stretch with the page, the text doesn't. The last bar is
 * highlighted.
 */
export function Chart({ title, summary, points, kind = "bar", format }: ChartProps) {
  const top = findScaleTop(Math.max(0, ...points.map((point) => point.value)));
  const slot = width / Math.max(1, points.length);
  const place = (value: number) => round(height - (value / top) * height);
  const last = points.length - 1;
  return (
    <figure className="chart">
      <figcaption>{title}</figcaption>
      <div className="chart-plot">
        <div className="chart-scale" aria-hidden="true">
          <span>{format(top)}</span> <span>{format(top / 2)}</span> <span>0</span>
        </div>
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={summary}>
          <path d={`M0 .5H${width}M0 ${height / 2}H${width}M0 ${height - 0.5}H${width}`} />
          {kind === "bar" ? (
            points.map((point, index) => (
              <rect
                key={point.label}
                className={index === last ? "chart-latest" : undefined}
                x={round(slot * (index + 0.18))}
                width={round(slot * 0.64)}
                y={place(point.value)}
                height={round(height - place(point.value))}
              />
            ))
          ) : (
            <path
              className="chart-curve"
              d={points
                .map((point, index) => `${index ? "L" : "M"}${round(slot * (index + 0.5))} ${place(point.value)}`)
                .join("")}
            />
          )}
        </svg>
        <div className={points.length < MANY ? "chart-axis" : "chart-axis chart-axis--many"} aria-hidden="true">
          {points.map((point) => (
            <span key={point.label}>{`${point.label} `}</span>
          ))}
        </div>
      </div>
    </figure>
  );
}

/** The smallest of 1, 2, 4, 6 and 10 times a power of ten that isn't below the largest value. Half of it is round too. */
export function findScaleTop(largest: number) {
  if (largest <= 2) return 2;
  const power = 10 ** Math.floor(Math.log10(largest));
  const factor = [1, 2, 4, 6, 10].find((step) => step * power >= largest) ?? 10;
  return factor * power;
}

function round(value: number) {
  return Math.round(value * 10) / 10;
}

/** A sample of Prometheus's text format. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}
export type Samples = readonly Sample[];

const LINE = /^(\w+)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-z_]+)="([^"]*)"/g;
const SELECTOR = /^(\w+)(?:\{([a-z_]+)(=~|=)"([^"]*)"\})?$/;
const INCREASE = /^increase\((.+)\[\w+\]\)$/;
const RULE = /^(.+) (==|>|<) ([\d.]+)$/;

export function parseMetrics(text: string): Samples {
  return text.split("\n").flatMap((line) => {
    const [, name, labels = "", value] = LINE.exec(line) ?? [];
    if (name === undefined) return [];
    const pairs = [...labels.matchAll(LABEL)].map(([, label, content]) => [label, content]);
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }];
  });
}

/**
 * Tells whether the expression of an alert holds for any series: as much of Prometheus's language as `alerts.yml` uses.
 * @param before the samples at the beginning of the range of `increase`
 */
export function evaluate(expression: string, now: Samples, before: Samples, at: Date): boolean {
  const [, left = "", operator, right] = RULE.exec(expression) ?? [];
  if (!operator) throw new Error(`Not understood: ${expression}`);
  const limit = Number(right);
  return readValues(left, now, before, at).some((value) => {
    if (operator === "==") return value === limit;
    return operator === ">" ? value > limit : value < limit;
  });
}

function readValues(text: string, now: Samples, before: Samples, at: Date): number[] {
  const [, range] = INCREASE.exec(text) ?? [];
  if (range) {
    const earlier = new Map(select(range, before).map((sample) => [keyOf(sample), sample.value]));
    // As in Prometheus: a series that wasn't there before has its first value from the start, and has not increased to it.
    return select(range, now).map((sample) => sample.value - (earlier.get(keyOf(sample)) ?? sample.value));
  }
  const [dividend, divisor] = text.split(" / ");
  if (divisor) {
    const [below] = select(divisor, now);
    return select(dividend ?? "", now).map(({ value }) => value / (below?.value ?? Number.NaN));
  }
  if (text.startsWith("time() - ")) {
    return select(text.slice("time() - ".length), now).map(({ value }) => at.getTime() / 1000 - value);
  }
  return select(text, now).map(({ value }) => value);
}

function select(text: string, samples: Samples): Samples {
  const [, name, label, operator, content = ""] = SELECTOR.exec(text) ?? [];
  if (!name) throw new Error(`Not understood: ${text}`);
  const isMatched = (value = "") =>
    operator === "=~" ? new RegExp(`^(?:${content})$`).test(value) : value === content;
  return samples.filter((sample) => sample.name === name && (!label || isMatched(sample.labels[label])));
}

function keyOf({ labels }: Sample): string {
  return JSON.stringify(Object.entries(labels).sort());
}

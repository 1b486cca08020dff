import { calls, extensionCalls } from "../../contract";
import type { SentField, WriteDescription } from "./describe-writes";
import { formatTable } from "./format-table";
import { nameOf } from "./name-of";
import { type CallCheck, type Caller, type Effect, effects, type JudgedDeviation, type Report } from "./report";

const effectTitles: Readonly<Record<Effect, string>> = {
  breaks: "BREAKS A PAGE",
  "loses-row": "LOSES ROWS",
  tolerated: "tolerated",
  fine: "fine",
};

/** The report as lines of text. @param all whether also what needs no attention is shown */
export function formatReport(report: Report, all: boolean): string[] {
  // Nothing was asked: an address or a credential is wrong.
  if (report.checks.length === 0) return [`Upstream: ${report.upstream}`, ...formatSummary(report)];
  const shown = all ? effects : effects.filter((effect) => effect !== "fine");
  return [
    `Upstream: ${report.upstream}`,
    "",
    ...formatCalls(report),
    ...formatFailures(report.checks),
    ...formatDeviations(report.checks, shown),
    ...formatUnused(report.checks),
    ...formatPaging(report.checks),
    ...formatSent(report.checks, all),
    ...formatWrites(report.writes),
    ...section("Keys of orders (Idempotency-Key of POST prize/exchange)", [
      `${report.keys.verdict}: ${report.keys.detail}`,
      `UPSTREAM_IDEMPOTENCY=${report.keys.setting}; exchanges sent: ${report.keys.sent}, points spent: ${report.keys.spentPoints}`,
    ]),
    ...formatSummary(report),
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length > 0 ? ["", title, ...lines.map((line) => `  ${line}`)] : [];
}

/** One line a call, one column a caller. */
function formatCalls({ checks, callers, writes }: Report): string[] {
  const rows = [...calls, ...extensionCalls].map((call) => {
    const name = nameOf(call);
    const made = checks.filter((check) => check.call === name);
    const write = writes.find((one) => one.call === name);
    const cell = (as: Caller) => {
      const own = made.filter((check) => check.as === as);
      return made[0]?.kind !== "login" && own.length === 0 && write && [write.audience].flat().includes(as)
        ? "w"
        : formatCell(own);
    };
    return [made[0]?.kind ?? (write ? "write" : "read"), call.extension ? `${name} +` : name, ...callers.map(cell)];
  });
  return [
    ...formatTable([["", "call", ...callers], ...rows]),
    "ok: as promised · tol 3: three deviations that the portal copes with · ROWS: rows are lost · BREAKS: a page breaks",
    "+: beyond the specification; the upstream may lack it",
    "refused: rightly, as the portal expects · –: not this caller's call · ?: no example for its input · w: writes, not made",
  ];
}

function formatCell(made: readonly CallCheck[]): string {
  const worst = effects.find((effect) => made.some((check) => check.effect === effect));
  if (worst === undefined) return made.length === 0 ? "–" : made.some(({ kind }) => kind === "write") ? "w" : "?";
  if (worst === "breaks") return "BREAKS";
  if (worst === "loses-row") return "ROWS";
  if (worst === "fine") return made.some(({ outcome }) => outcome === "success") ? "ok" : "refused";
  return `tol ${made.flatMap(({ deviations }) => deviations.filter(({ effect }) => effect === "tolerated")).length || 1}`;
}

/** Calls without a success that the portal would need. */
function formatFailures(checks: readonly CallCheck[]): string[] {
  const failed = checks.filter(({ outcome, effect }) => outcome !== "success" && effect !== null && effect !== "fine");
  const rows = mergeCallers(failed, ({ call, page, detail, status, effect }) => [
    effectTitles[effect ?? "fine"],
    `${call} (${page})`,
    String(status ?? "–"),
    detail,
  ]);
  return section("Calls without a success", formatTable(rows));
}

function formatDeviations(checks: readonly CallCheck[], shown: readonly Effect[]): string[] {
  return effects
    .filter((effect) => shown.includes(effect))
    .flatMap((effect) => {
      const found = checks.flatMap((check) =>
        check.deviations
          .filter((deviation) => deviation.effect === effect)
          .map((deviation) => ({ ...deviation, as: check.as, call: check.call })),
      );
      const rows = mergeCallers(found, (one) => [one.call, one.place, one.came, one.promised, one.portal]);
      const head = ["call", "place", "came", "promised", "the portal", "as"];
      return section(`Deviations: ${effectTitles[effect]}`, rows.length > 0 ? formatTable([head, ...rows]) : []);
    });
}

/** One row for all callers that found the same, with the callers in the last cell. */
function mergeCallers<Found extends Pick<CallCheck, "as"> & Partial<Pick<JudgedDeviation, "count" | "of">>>(
  found: readonly Found[],
  toRow: (one: Found) => readonly string[],
): string[][] {
  const merged = new Map<string, { row: readonly string[]; callers: Set<string>; count: number; of: number }>();
  for (const one of found) {
    const row = toRow(one);
    const key = JSON.stringify(row);
    const { callers, count, of } = merged.get(key) ?? { callers: new Set<string>(), count: 0, of: 0 };
    merged.set(key, { row, callers: callers.add(one.as), count: count + (one.count ?? 1), of: of + (one.of ?? 1) });
  }
  return [...merged.values()].map(({ row, callers, count, of }) => {
    const times = of > 1 ? ` (${count} of ${of})` : "";
    return [...row, `${[...callers].join(", ")}${times}`];
  });
}

function formatUnused(checks: readonly CallCheck[]): string[] {
  const rows = new Map<string, Set<string>>();
  for (const { call, unused } of checks) {
    for (const place of unused) rows.set(call, (rows.get(call) ?? new Set()).add(place));
  }
  return section(
    "Fields that the portal doesn't use",
    formatTable([...rows].map(([call, places]) => [call, [...places].join(", ")])),
  );
}

function formatPaging(checks: readonly CallCheck[]): string[] {
  const lists = checks.flatMap(({ as, call, paging }) => paging.map((one) => ({ as, call, ...one })));
  const rows = mergeCallers(lists, ({ call, list, hasTotal, portal, effect }) => [
    `${call}${list && ` ${list}`}`,
    hasTotal ? "with a total" : "without a total",
    `${portal}${effect === "loses-row" ? " (LOSES ROWS)" : ""}`,
  ]);
  return section("Pages of lists", formatTable(rows));
}

/** The queries and bodies of the reads, exactly as the portal sends them. */
function formatSent(checks: readonly CallCheck[], all: boolean): string[] {
  const asked = checks.filter(({ kind, outcome }) => all && kind === "read" && outcome !== "not-made");
  const rows = mergeCallers(asked, ({ call, page, sent }) => [
    call,
    Object.entries(sent)
      .map(([name, value]) => `${name}=${value}`)
      .join("&") || "–",
    page,
  ]);
  return section("What the reads send", formatTable(rows));
}

function formatWrites(writes: readonly WriteDescription[]): string[] {
  const lines = writes.flatMap((write) => [
    `${write.call}${write.extension ? " +" : ""}  —  ${write.summary}`,
    `    by: ${write.audience === "guest" ? "guest" : write.audience.join(", ")}`,
    ...write.bodies.map((body) => `    ${write.format}: ${body.map(formatField).join(", ") || "nothing"}`),
    ...(write.files.length > 0 ? [`    files: ${write.files.join(", ")}`] : []),
    `    a success needs: ${write.needed.join(", ") || "nothing but success: true"}${write.used.length > 0 ? `; used if they come: ${write.used.join(", ")}` : ""}`,
    ...(write.aliases.length > 0 ? [`    refusals told apart: ${write.aliases.join(", ")}`] : []),
  ]);
  return section("Writes (* required, + always sent, ? optional)", lines);
}

const presenceMarks = { required: "*", always: "+", optional: "?" } as const;

function formatField({ name, presence, type }: SentField): string {
  return `${name}${presenceMarks[presence]} (${type})`;
}

function formatSummary({ checks, problems, result }: Report): string[] {
  const count = (effect: Effect) => checks.filter((check) => check.effect === effect).length;
  const made = checks.filter(({ effect }) => effect !== null).length;
  const verdicts = {
    fits: "No page breaks.",
    breaks: "The portal does NOT work with this upstream as it is: see BREAKS A PAGE.",
    "not-checked": "Not everything could be checked:",
  };
  return [
    "",
    `Made ${made} calls: ${effects.map((effect) => `${effectTitles[effect]} ${count(effect)}`).join(", ")}.`,
    verdicts[result],
    ...problems.map(({ as, message }) => `  ${as ? `${as}: ` : ""}${message}`),
  ];
}

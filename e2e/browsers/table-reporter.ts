import type { FullConfig, Reporter, TestCase, TestResult } from "@playwright/test/reporter";

interface Row {
  readonly styled: Map<string, number>;
  readonly script: Map<string, number>;
  readonly journeys: string[];
  readonly destroyed: Set<string>;
}

/** Prints what each browser makes of the portal: browser × styled, script, journeys, destroyed pages. */
export default class TableReporter implements Reporter {
  readonly #rows = new Map<string, Row>();

  onBegin(config: FullConfig) {
    for (const { name } of config.projects) {
      this.#rows.set(name, { styled: new Map(), script: new Map(), journeys: [], destroyed: new Set() });
    }
  }

  onTestEnd(test: TestCase, { annotations, status }: TestResult) {
    const row = this.#rows.get(test.parent.project()?.name ?? "");
    if (!row) return;
    if (test.location.file.includes("journeys")) row.journeys.push(status);
    for (const { type, description = "" } of annotations) {
      if (type === "destroyed") row.destroyed.add(description);
      if (type === "styled" || type === "script") row[type].set(description, (row[type].get(description) ?? 0) + 1);
    }
  }

  onEnd() {
    const lines = Array.from(this.#rows).filter(([, { styled, journeys }]) => styled.size + journeys.length > 0);
    if (lines.length === 0) return;
    console.log("\n| browser | styled | script | journeys | destroyed pages |\n|---|---|---|---|---|");
    for (const [name, { styled, script, journeys, destroyed }] of lines) {
      const passed = journeys.filter((status) => status === "passed").length;
      const cells = [name, count(styled), count(script), `${passed} of ${journeys.length}`, String(destroyed.size)];
      console.log(`| ${cells.join(" | ")} |`);
    }
    for (const [name, { destroyed }] of lines) {
      if (destroyed.size > 0) console.log(`destroyed in ${name}: ${Array.from(destroyed).join(", ")}`);
    }
  }
}

function count(facts: ReadonlyMap<string, number>): string {
  if (facts.size === 1) return Array.from(facts.keys()).join();
  return Array.from(facts, ([fact, times]) => `${fact} ${times}`).join(", ") || "–";
}

import { LIMITS, tooMuchText } from "./limits";

/** Collects the text of one cell, which may stand in several runs of different fonts. Readings beside it are left out. */
export class TextCollector {
  /** What stands in `t`, and in `v`: a cell that has both has one value all the same. */
  #text = "";
  #value = "";
  #within: "t" | "v" | undefined;
  #isInReading = false;

  start(): void {
    this.#text = "";
    this.#value = "";
    this.#within = undefined;
    this.#isInReading = false;
  }

  open(name: string): void {
    if (name === "rPh") this.#isInReading = true;
    if (name === "t" || name === "v") this.#within = name;
  }

  /** @throws UnreadableTableError when the cell has more text than a spreadsheet allows */
  add(value: string): void {
    if (this.#within === undefined || this.#isInReading) return;
    const known = this.#within === "t" ? this.#text : this.#value;
    if (known.length + value.length > LIMITS.cellText) throw tooMuchText();
    if (this.#within === "t") this.#text += value;
    else this.#value += value;
  }

  close(name: string): void {
    if (name === "rPh") this.#isInReading = false;
    if (name === "t" || name === "v") this.#within = undefined;
  }

  /**
   * The text, trimmed, with the characters that XML can't have (written as `_x000D_`) put back.
   * @param first which of the two is the cell's value when it has both
   */
  take(first: "t" | "v" = "t"): string {
    const raw = first === "t" ? this.#text || this.#value : this.#value || this.#text;
    const text = raw.includes("_x") ? raw.replace(/_x([0-9a-f]{4})_/gi, restoreCharacter) : raw;
    return text.trim();
  }
}

function restoreCharacter(_match: string, code: string): string {
  return String.fromCharCode(Number.parseInt(code, 16));
}

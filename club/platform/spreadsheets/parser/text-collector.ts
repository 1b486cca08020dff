import { LIMITS, tooMuchText } from "./limits";

/** Collects the text of one cell, which may stand in several runs of different fonts. Readings beside it are left out. */
export class TextCollector {
  #text = "";
  #isInText = false;
  #isInReading = false;

  start(): void {
    this.#text = "";
    this.#isInText = false;
    this.#isInReading = false;
  }

  open(name: string): void {
    if (name === "rPh") this.#isInReading = true;
    if (name === "t" || name === "v") this.#isInText = true;
  }

  /** @throws UnreadableTableError when the cell has more text than a spreadsheet allows */
  add(value: string): void {
    if (!this.#isInText || this.#isInReading) return;
    if (this.#text.length + value.length > LIMITS.cellText) throw tooMuchText();
    this.#text += value;
  }

  close(name: string): void {
    if (name === "rPh") this.#isInReading = false;
    if (name === "t" || name === "v") this.#isInText = false;
  }

  /** The text, trimmed, with the characters that XML can't have (written as `_x000D_`) put back. */
  take(): string {
    const text = this.#text.includes("_x") ? this.#text.replace(/_x([0-9a-f]{4})_/gi, restoreCharacter) : this.#text;
    return text.trim();
  }
}

function restoreCharacter(_match: string, code: string): string {
  return String.fromCharCode(Number.parseInt(code, 16));
}

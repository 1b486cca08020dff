/** A part of a file that a recipe changes: the first place of `find` becomes `put`. */
interface Replacement {
  readonly find: string;
  readonly put: string;
}

/** What a recipe does to one file: replacements in it, or all of a new one. */
export interface Step {
  readonly file: string;
  readonly change: readonly Replacement[] | string;
}

/** Test files, and which of their tests: a regular expression for their titles. */
export interface Tests {
  readonly files: readonly string[];
  readonly title?: string;
}

/** What says that a step was forgotten: the compiler in a file, or a test with a text in its output. */
export interface Warning {
  /** The file of the step that is left out; null when all of them are done. */
  readonly without: string | null;
  readonly says: { readonly compilerIn: string } | (Tests & { readonly text: string });
}

/** A recipe of CONTRIBUTING.md, tried with a sample. */
export interface Recipe {
  /** Its heading there. */
  readonly heading: string;
  readonly steps: readonly Step[];
  /** Whether `npm run schema` follows on the steps. */
  readonly hasMigration?: boolean;
  readonly warnings: readonly Warning[];
  /** Tests that pass when all steps are done. */
  readonly passing?: Tests;
}

/** The text of a file after a step. @throws Error when the place that it changes is gone */
export function applyStep({ file, change }: Step, text: string): string {
  if (typeof change === "string") return change;
  return change.reduce((changed, { find, put }) => {
    if (!changed.includes(find)) throw new Error(`${file} has no ${JSON.stringify(find)} any more`);
    return changed.replace(find, () => put);
  }, text);
}

/** One line of a Dockerfile: an instruction and what it is given. */
export interface Step {
  readonly instruction: string;
  readonly words: readonly string[];
}

/** What begins with one `FROM`. */
export interface Stage {
  readonly name: string | undefined;
  readonly steps: readonly Step[];
}

/** Reads the stages of a Dockerfile in its plain form: whole-line comments, no here-documents, no line that goes on. */
export function readDockerfile(text: string): readonly Stage[] {
  const stages: { name: string | undefined; steps: Step[] }[] = [];
  for (const line of text.split("\n").filter((one) => one.trim() !== "" && !one.startsWith("#"))) {
    if (line.endsWith("\\")) throw new Error(`A step that goes on in the next line isn't understood: ${line}`);
    const [instruction = "", ...words] = line.split(/\s+/);
    if (instruction === "FROM") stages.push({ name: words[2], steps: [] });
    else stages.at(-1)?.steps.push({ instruction, words });
  }
  return stages;
}

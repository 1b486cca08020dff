import type { Act } from "../../../../club/platform/acts/act";
import type { ActFile } from "../../../../club/platform/acts/field";

/** What a sample or a drawn input may have. */
export type ActValues = Readonly<Record<string, string | readonly string[] | boolean | ActFile>>;

/** An act's input as the console sends it: texts, and files beside them. */
export function inputOfCall(act: Act, input: ActValues) {
  const values: Record<string, string> = {};
  const files: Record<string, File> = {};
  for (const [name, value] of Object.entries(input)) {
    if (value === false) continue;
    if (value === true) values[name] = "on";
    else if (typeof value === "string") values[name] = value;
    else if ("content" in value) files[name] = toFile(value);
    else values[name] = value.join("\n");
  }
  return [{ actName: act.name, ...values }, { files }] as const;
}

function toFile({ name, content, contentType }: ActFile): File {
  return new File([new Uint8Array(content)], name, { type: contentType });
}

/** Describes an error for the log without its message, because PostgreSQL repeats in messages what people typed. */
export function describeError(error: Error): { name: string; code: string | undefined; stack: string } {
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const frames = (error.stack ?? "").split("\n").filter((line) => line.trimStart().startsWith("at "));
  return { name: error.name, code, stack: frames.join("\n") };
}

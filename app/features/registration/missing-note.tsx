/** Names of the fields that still have no content. */
export function listMissing(data: FormData, names: Readonly<Record<string, string>>): string[] {
  return Object.entries(names)
    .filter(([name]) => !String(data.get(name) ?? "").trim())
    .map(([, words]) => words);
}

/** Why the button waits (§5.4, §5.5). Its line keeps its room. */
export function MissingNote({ missing }: { missing: readonly string[] }) {
  return (
    <p className="hint missing">{missing.length > 0 && `Чтобы отправить анкету, заполните: ${missing.join(", ")}.`}</p>
  );
}

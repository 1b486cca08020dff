/** What a file's name ends in, by its media type. Everything else is a CSV, as exports are (§7.2). */
const EXTENSIONS: Readonly<Record<string, string>> = {
  "application/json": "json",
  "application/pdf": "pdf",
  "application/vnd.ms-excel": "xls",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
  "application/x-zip-compressed": "zip",
  "application/zip": "zip",
};

/** The media type of a reply in lower case and without parameters; empty when it has none. */
export function readMediaType({ headers }: Response): string {
  return (headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/**
 * The `Content-Disposition` of a download: always an attachment, under the name that the upstream gives it. The name is
 * passed on as it is written, whatever its encoding.
 * @param given the upstream's `Content-Disposition`
 * @param mediaType names a file that has no name
 */
export function describeAttachment(given: string | null, mediaType: string): string {
  const parameters = (given ?? "").replace(/^[^;=]*(?:;|$)/, "").trim();
  const isNamed = /(?:^|;)\s*filename\*?\s*=\s*"?[^\s";]/i.test(parameters);
  return `attachment; ${isNamed ? parameters : `filename="export.${EXTENSIONS[mediaType] ?? "csv"}"`}`;
}

/** Headers that are told of every page; of what isn't HTML all are. */
const TOLD = /^(cache-control|vary|location|content-disposition|refresh|clear-site-data)$/;

/** Status, headers and cookies of a response, one to a line. A cookie has its name and attributes, never its value. */
export function describeHead(status: number, headers: Headers): string[] {
  const isPage = isHtml(headers);
  const told = [...headers].filter(([name]) => name !== "set-cookie" && (!isPage || TOLD.test(name)));
  return [
    String(status),
    ...told.map(([name, value]) => `${name}: ${decode(value)}`),
    ...headers.getSetCookie().map(describeCookie),
  ];
}

/** The other headers of a page, which most pages have alike. */
export function describeOtherHeaders(headers: Headers): string[] {
  const others = [...headers].filter(([name]) => name !== "set-cookie" && !TOLD.test(name));
  return others.map(([name, value]) => `${name}: ${value}`);
}

export const isHtml = (headers: Headers) => headers.get("Content-Type")?.startsWith("text/html") === true;

function describeCookie(line: string): string {
  const [pair = "", ...attributes] = line.split("; ");
  const [name, value] = pair.split(/=(.*)/s);
  return `cookie ${name}${value ? "" : " is deleted"}; ${attributes.join("; ")}`;
}

/** An address as people read it. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The lines that only one of two texts has, `-` of the first and `+` of the second, each in its own order. */
export function listDifferences(
  first: readonly string[],
  second: readonly string[],
): { gone: string[]; added: string[] } {
  return { gone: withoutLines(first, second), added: withoutLines(second, first) };
}

function withoutLines(lines: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}

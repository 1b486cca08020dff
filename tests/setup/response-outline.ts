/** Headers that say what becomes of a page; the others most pages have alike. */
const TOLD =
  /^(cache-control|vary|location|content-disposition|refresh|clear-site-data|retry-after|x-remix-reload-document)$/;

type Head = Pick<Response, "status" | "headers">;

/**
 * Status, headers and cookies of a response, one to a line. A cookie has its name and attributes, never its value. The type is
 * told of what isn't HTML.
 * @param options.all whether every header is told, not only those that say what becomes of a page
 */
export function describeHead({ status, headers }: Head, { all = false } = {}): string[] {
  const isTold = (name: string) => all || TOLD.test(name) || (name === "content-type" && !isHtml({ headers }));
  const told = [...headers].filter(([name]) => name !== "set-cookie" && isTold(name));
  return [
    String(status),
    ...told.map(([name, value]) => `${name}: ${decode(value)}`),
    ...headers.getSetCookie().map(describeCookie),
  ];
}

/** The headers that `describeHead` leaves out. */
export function describeOtherHeaders({ headers }: Pick<Head, "headers">): string[] {
  const others = [...headers].filter(([name]) => name !== "set-cookie" && !TOLD.test(name));
  return others.map(([name, value]) => `${name}: ${value}`);
}

export const isHtml = ({ headers }: Pick<Head, "headers">) =>
  headers.get("Content-Type")?.startsWith("text/html") === true;

/** Whether a body of this type is told as it is. */
export const isTextType = (type: string) => /^(text|application\/json)\b/.test(type);

const DAY_SECONDS = 24 * 60 * 60;

/** Its name and attributes; an age of whole days in days. */
function describeCookie(line: string): string {
  const [pair = "", ...attributes] = line.split("; ").map((part) => part.replace(/^Max-Age=(.*)/, describeAge));
  const [name, value] = pair.split(/=(.*)/s);
  const isDeleted = attributes.includes("Max-Age=0");
  const state = value ? "" : isDeleted ? " is deleted" : " is empty";
  return `cookie ${name}${state}; ${attributes.join("; ")}`;
}

function describeAge(text: string, seconds: string): string {
  const days = Number(seconds) / DAY_SECONDS;
  return days > 0 && Number.isInteger(days) ? `Max-Age=${days} d` : text;
}

/** An address as people read it; an escaped comma or slash stays escaped. */
function decode(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}

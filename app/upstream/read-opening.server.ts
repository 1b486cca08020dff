/** The beginning of a file whose media type can't be relied on. */
export interface Opening {
  /** What has been read so far. */
  readonly chunks: readonly Uint8Array[];
  /** The whole body, when it is a JSON object or array; else undefined. */
  readonly json: unknown;
  readonly isMarkup: boolean;
}

/** Bytes of the longest body that may turn out to be JSON. */
const JSON_LIMIT = 1024 * 1024;

/** Reads as much of a body as tells what it is: up to its first visible character or, when that begins JSON, all of it. */
export async function readOpening(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Opening> {
  const chunks: Uint8Array[] = [];
  // The decoder leaves out a byte order mark.
  const decoder = new TextDecoder();
  let text = "";
  while (isOpen(text) && text.length < JSON_LIMIT) {
    const { done, value } = await reader.read();
    if (done) return { chunks, json: parse(text), isMarkup: false };
    chunks.push(value);
    text += decoder.decode(value, { stream: true });
  }
  return { chunks, json: undefined, isMarkup: text.trimStart().startsWith("<") };
}

/** Whether a text has no visible character yet, or may become JSON. */
function isOpen(text: string): boolean {
  return /^\s*(?:[[{]|$)/.test(text);
}

function parse(text: string): unknown {
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

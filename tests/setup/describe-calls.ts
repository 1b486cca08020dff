import type { Participant } from "../../contract/values";
import type { SentCall } from "./replayed-upstream";

/** Content that is the same for everybody is kept for a minute: which page reads it depends on what was opened before. */
const CONTENT = /^GET (content\/(menu|rules|faq)|user\/file\/links\/by-roles)/;
/** Lists that are read by a POST. */
const READS = /^(GET|POST invites\/list\/user\/current)/;

/** Calls that do something, in their order. @param others calls that are meant too, though they read */
export const listWrites = (calls: readonly SentCall[], others: readonly string[] = []): SentCall[] =>
  calls.filter(({ call }) => !READS.test(call) || others.includes(call));

/** What was sent to the upstream: reads by their addresses, which run at once, then what changes something with all its fields. */
export async function describeCalls(calls: readonly SentCall[]): Promise<string[]> {
  const writes = listWrites(calls);
  const reads = calls.filter((call) => !writes.includes(call) && !CONTENT.test(call.call));
  const addresses = [...new Set(reads.map(({ path }) => decodeURIComponent(path)))].sort();
  const line = addresses.length > 0 ? [`reads ${addresses.join(", ")}`] : [];
  return [...line, ...(await Promise.all(writes.map(describeWrite))).flat()];
}

async function describeWrite({ method, path, headers, body }: SentCall): Promise<string[]> {
  const token = headers.get("Access-Token") as Participant | null;
  const key = headers.get("Idempotency-Key");
  const sender = `${token ? `as ${token}` : "without a token"}${key ? `, key ${key}` : ""}`;
  return [`${method} ${decodeURIComponent(path)} (${sender})`, ...(await describeBody(headers, body))];
}

async function describeBody(headers: Headers, body: string): Promise<string[]> {
  if (body === "") return [];
  const type = headers.get("Content-Type") ?? "";
  if (!type.startsWith("multipart/")) {
    const fields = JSON.parse(body) as Record<string, unknown>;
    return Object.entries(fields).map(([name, value]) => `  ${name}: ${JSON.stringify(value)}`);
  }
  const form = await new Response(body, { headers: { "Content-Type": type } }).formData();
  return [...form].map(([name, value]) =>
    typeof value === "string"
      ? `  ${name}: ${JSON.stringify(value)}`
      : `  ${name}: file ${value.name} ${value.type} ${value.size} bytes`,
  );
}

import type { z } from "zod";
import type { linkShape } from "../../contract/operator/views";

/** The console's address of a link. */
export function addressOf(link: z.output<typeof linkShape>): string {
  if ("card" in link) return `/cards/${encodeURIComponent(link.card)}/${encodeURIComponent(link.id)}`;
  if ("request" in link) return `/requests/${encodeURIComponent(link.request)}`;
  return withQuery(`/lists/${encodeURIComponent(link.list)}`, link.filters);
}

export function withQuery(path: string, values: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(values).toString();
  return query ? `${path}?${query}` : path;
}

import { setTimeout as wait } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { CompanyRegister, LegalEntity } from "../company-register";
import { ProviderUnavailableError } from "../provider-unavailable-error";

/** Of one attempt, the body included; the official client waits as long. */
const TIMEOUT_MS = 3_000;
const ATTEMPTS = 2;
const PAUSE_MS = 200;
/** After a failure nobody else waits for an answer: these long none is asked for. */
const REST_MS = 30_000;
/** The same when the day's limit or the rate is spent, or the key is refused. */
const REFUSED_REST_MS = 5 * 60_000;
const KEPT_ANSWERS = 5_000;
const KEPT_MS = 24 * 60 * 60 * 1000;
/** A company that was registered today is known tomorrow. */
const UNKNOWN_KEPT_MS = 60 * 60 * 1000;

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");

const reply = z.object({
  suggestions: z.array(
    z.object({
      value: text,
      data: z.object({
        inn: z.string(),
        name: z.object({ short_with_opf: text, full_with_opf: text }).nullish(),
        address: z.object({ value: text }).nullish(),
      }),
    }),
  ),
});

/** Statuses that another attempt doesn't change: a wrong key or request, the spent limit of the day, and too many requests. */
const isFinal = (status: number) => status >= 400 && status < 500 && status !== 408;

class RefusedError extends ProviderUnavailableError {}

/**
 * Opens the register of DaData (`findById/party`). Answers are kept for a day, equal questions are asked once, and a failure is
 * tried again once; then the register rests, so that nobody waits for one that is down.
 * @param url the origin of the service
 */
export function openDadata({ key, url }: { key: string; url: string }): CompanyRegister {
  const answers = new LRUCache<string, { entity: LegalEntity | null }>({ max: KEPT_ANSWERS });
  const asked = new Map<string, Promise<LegalEntity | null>>();
  let restsUntil = 0;

  async function ask(inn: string): Promise<LegalEntity | null> {
    if (performance.now() < restsUntil) throw new ProviderUnavailableError("resting after a failure");
    try {
      const entity = await askAgain(() => findParty({ key, url }, inn));
      answers.set(inn, { entity }, { ttl: entity ? KEPT_MS : UNKNOWN_KEPT_MS });
      return entity;
    } catch (error) {
      restsUntil = performance.now() + (error instanceof RefusedError ? REFUSED_REST_MS : REST_MS);
      throw error;
    }
  }

  return {
    async find(inn) {
      const kept = answers.get(inn);
      if (kept) return kept.entity;
      const running = asked.get(inn);
      if (running) return running;
      const question = ask(inn).finally(() => asked.delete(inn));
      asked.set(inn, question);
      return question;
    },
  };
}

async function askAgain<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if (attempt === ATTEMPTS || error instanceof RefusedError) throw error;
      await wait(PAUSE_MS);
    }
  }
}

async function findParty({ key, url }: { key: string; url: string }, inn: string): Promise<LegalEntity | null> {
  const response = await fetch(new URL("/suggestions/api/4_1/rs/findById/party", url), {
    method: "POST",
    // A redirect would take the key to an address that nobody configured.
    redirect: "error",
    headers: { Authorization: `Token ${key}`, "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify({ query: inn, count: 1 }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new ProviderUnavailableError(error instanceof Error ? error.name : "no connection");
  });
  if (!response.ok) {
    await response.body?.cancel();
    const message = `status ${response.status}`;
    throw isFinal(response.status) ? new RefusedError(message) : new ProviderUnavailableError(message);
  }
  const parsed = reply.safeParse(await response.json().catch(() => null));
  if (!parsed.success) throw new ProviderUnavailableError("a reply of another shape");
  const party = parsed.data.suggestions.find(({ data }) => data.inn === inn);
  if (!party) return null;
  const name = party.data.name?.short_with_opf || party.data.name?.full_with_opf || party.value;
  return name ? { inn, name, address: party.data.address?.value ?? "" } : null;
}

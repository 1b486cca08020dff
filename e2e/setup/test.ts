import { test as base, type Page, type Response } from "@playwright/test";
import { findMessages, type OutboxMessage, readOutbox, waitForMessage } from "../../tests/setup/outbox";
import { copyDataFolder, createDataFolder } from "./data-folder";
import { type FaultyPortal, withFaultyPortal } from "./faulty-portal";
import { type RunningServer, startServer } from "./server";
import { findTypedSecrets, keepTrace } from "./traces";

interface WorkerFixtures {
  /** The worker's own server with fresh demo data. */
  server: RunningServer;
  /** A second portal before the same club, to which its connection can be broken. Like the next one it starts when it is needed. */
  severed: FaultyPortal;
  /** A portal before the same club that can lose its replies and doesn't know idempotency keys. */
  keyless: FaultyPortal;
}

interface TestFixtures {
  /** Waits for an SMS or e-mail with these words to a phone or address; `after` earlier ones with them don't count. */
  lastMessage(to: string, saying: string, after?: number): Promise<OutboxMessage>;
  /** Counts the messages sent to a phone or address: all of them, or those with these words. */
  countMessages(to: string, saying?: string): Promise<number>;
  /** Console errors that the test causes on purpose. */
  expectedErrors: RegExp[];
}

/**
 * Playwright's `test` with a server for each worker. Console errors, page errors and missing assets fail a test. What a worker
 * has stands here and not in the files that use it: tests with other fixtures of this scope get a worker and a server of theirs.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameters of a fixture
    async ({}, use) => {
      const seeded = process.env.E2E_SEEDED_DATA;
      if (!seeded) throw new Error("The seeded data folder is missing");
      const folder = await createDataFolder();
      await copyDataFolder(seeded, folder.path);
      const server = await startServer(folder.path);
      await use(server);
      await server.stop();
      await folder.remove();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  severed: [async ({ server }, use) => withFaultyPortal(server.clubOrigin, use), { scope: "worker", timeout: 120_000 }],
  keyless: [
    async ({ server }, use) => withFaultyPortal(server.clubOrigin, use, "Idempotency-Key"),
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ server }, use) => use(server.origin),
  expectedErrors: [[], { option: true }],
  lastMessage: async ({ server }, use) => use((to, saying, after) => waitForMessage(server.dataDir, to, saying, after)),
  countMessages: async ({ server }, use) =>
    use(async (to, saying) => {
      if (saying !== undefined) return (await findMessages(server.dataDir, to, saying)).length;
      return (await readOutbox(server.dataDir)).filter((message) => message.to === to).length;
    }),
  context: async ({ context, expectedErrors }, use, { workerIndex }) => {
    const errors: string[] = [];
    const addresses: string[] = [];
    context.on("page", (page) => watch(page, errors));
    context.on("request", (request) => addresses.push(request.url()));
    context.on("response", (response) => void searchPage(response, errors));
    await use(context);
    keepTrace("address", String(workerIndex), `${addresses.join("\n")}\n`);
    const unexpected = errors.filter((error) => !expectedErrors.some((pattern) => pattern.test(error)));
    if (unexpected.length > 0) throw new Error(`The browser reported:\n${unexpected.join("\n")}`);
  },
});

export { expect } from "@playwright/test";

function watch(page: Page, errors: string[]) {
  page.on("pageerror", (error) => {
    if (!isUnreadReply(error.message)) errors.push(`page error: ${error.message}`);
  });
  page.on("console", (message) => {
    if (message.type() !== "error") return;
    // The browser also logs a 4xx response to a form. Assets are checked below.
    if (/^Failed to load resource: .* status of 4\d\d/.test(message.text())) return;
    if (isUnreadReply(message.text())) return;
    errors.push(`console: ${message.text()}`);
  });
  page.on("response", (response) => {
    const asset = ["script", "stylesheet", "image", "font", "manifest"].includes(response.request().resourceType());
    if (asset && response.status() >= 400) errors.push(`${response.status()} ${response.url()}`);
  });
}

/**
 * Remix stops reading a reply when a later submission replaces it or the visitor leaves the page. It logs the end, or if the
 * reply's first line had been decoded, turbo-stream rejects two promises that Remix doesn't wait for. The page isn't affected.
 */
function isUnreadReply(message: string): boolean {
  return /^(AbortError: )?signal is aborted without reason/.test(message);
}

/** A password or a card that somebody typed never comes back, neither in a page nor in its data. */
async function searchPage(response: Response, errors: string[]) {
  if (!["document", "fetch"].includes(response.request().resourceType())) return;
  // A redirect has no body, and that of a page which the visitor has left is gone.
  const text = await response.text().catch(() => "");
  errors.push(...findTypedSecrets(text).map((secret) => `${response.url()} shows ${secret}`));
}

import { errorMessage } from "../../platform/db/error-message";

const ANSWER_MS = 10_000;

/**
 * Asks a server that belongs to the deployment. A redirect isn't followed: it would take a credential elsewhere.
 * @throws Error that names the server and says why it doesn't answer
 */
export async function ask(request: Request): Promise<{ response: Response; text: string }> {
  try {
    const response = await fetch(request, { redirect: "manual", signal: AbortSignal.timeout(ANSWER_MS) });
    return { response, text: await response.text() };
  } catch (error) {
    // What `fetch` says itself is only that it failed.
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new Error(`${new URL(request.url).origin} doesn't answer: ${errorMessage(cause)}`);
  }
}

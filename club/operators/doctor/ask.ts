import { explainFetch } from "./explain-fetch";

const ANSWER_MS = 10_000;

/**
 * Asks a server that belongs to the deployment. A redirect isn't followed: it would take a credential elsewhere.
 * @param variable that names the server
 * @throws Error that names the variable and the server, and says why it doesn't answer
 */
export async function ask(variable: string, request: Request): Promise<{ response: Response; text: string }> {
  try {
    const response = await fetch(request, { redirect: "manual", signal: AbortSignal.timeout(ANSWER_MS) });
    return { response, text: await response.text() };
  } catch (error) {
    throw new Error(`${variable}: ${new URL(request.url).origin} doesn't answer this machine: ${explainFetch(error)}`);
  }
}

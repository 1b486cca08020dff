import { errorMessage } from "../../platform/db/error-message";

/** Why an address can't be asked. `fetch` itself says only that it failed, and has the reason as its cause. */
export function explainFetch(error: unknown): string {
  return errorMessage(error instanceof Error && error.cause instanceof Error ? error.cause : error);
}

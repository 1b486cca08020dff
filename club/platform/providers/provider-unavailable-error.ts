/** An outer system doesn't answer, or not as it should. The message has no personal data. */
export class ProviderUnavailableError extends Error {}

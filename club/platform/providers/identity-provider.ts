/** Who has logged in at an outer provider of identities. */
export interface Identity {
  /** The provider, and what it calls the person: together they name one person for ever. */
  readonly issuer: string;
  readonly subject: string;
  /** The person's address as far as the provider has verified it, in small letters; null when it hasn't. */
  readonly email: string | null;
}

/** What ties a log-in at the provider to the browser that began it. All three are unguessable and used once. */
export interface LogInSecrets {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE (RFC 7636). */
  readonly verifier: string;
}

/** An outer system at which operators log in. */
export interface IdentityProvider {
  /** As operators know it. */
  readonly name: string;
  /**
   * The address at which the log-in goes on.
   * @throws ProviderUnavailableError
   */
  beginLogIn(secrets: LogInSecrets): Promise<URL>;
  /**
   * Who has logged in.
   * @param query what the provider added to the address to which it has sent the browser back
   * @throws LogInDeniedError
   * @throws ProviderUnavailableError
   */
  finishLogIn(query: string, secrets: LogInSecrets): Promise<Identity>;
}

/** The provider, or the person there, hasn't allowed the log-in, or its answer isn't of this log-in. */
export class LogInDeniedError extends Error {}

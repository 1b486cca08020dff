import type { Configuration } from "openid-client";
import type { OidcSettings } from "../../services";
import { type IdentityProvider, LogInDeniedError } from "../identity-provider";
import { ProviderUnavailableError } from "../provider-unavailable-error";

/** Of one exchange with the provider; a log-in has at most four. */
const TIMEOUT_SECONDS = 5;
/** How far the provider's clock may be off. */
const CLOCK_TOLERANCE_SECONDS = 30;
/** After this time the provider's addresses are read again. */
const KEPT_MS = 60 * 60 * 1000;

/** The package is read with the first log-in: most clubs have no provider. */
const load = () => import("openid-client");
type Client = Awaited<ReturnType<typeof load>>;

export interface OidcOptions extends OidcSettings {
  /** To which the provider sends the browser back; it is registered there. */
  readonly redirectAddress: string;
}

/**
 * Opens an OpenID Connect provider: authorization code flow with PKCE, state and nonce. The ID token's signature is verified
 * although it comes from the provider itself.
 */
export function openOidc(options: OidcOptions): IdentityProvider {
  const { name, redirectAddress } = options;
  let kept: { configuration: Promise<Configuration>; until: number } | undefined;

  /** Asked once for everybody who waits; a failure isn't kept. */
  function discover(client: Client): Promise<Configuration> {
    if (kept && performance.now() < kept.until) return kept.configuration;
    const configuration = configure(client, options).catch((error: unknown) => {
      throw new ProviderUnavailableError(error instanceof client.ClientError ? error.code : "no connection");
    });
    const asked = { configuration, until: performance.now() + KEPT_MS };
    kept = asked;
    configuration.catch(() => {
      if (kept === asked) kept = undefined;
    });
    return configuration;
  }

  return {
    name,
    async beginLogIn({ state, nonce, verifier }) {
      const client = await load();
      const configuration = await discover(client);
      return client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectAddress,
        scope: "openid email",
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      });
    },
    async finishLogIn(query, { state, nonce, verifier }) {
      const client = await load();
      const configuration = await discover(client);
      const address = new URL(redirectAddress);
      address.search = query;
      try {
        const tokens = await client.authorizationCodeGrant(configuration, address, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new LogInDeniedError("no ID token");
        // Some providers tell the address only here.
        const isElsewhere = claims.email === undefined && configuration.serverMetadata().userinfo_endpoint;
        const { email, email_verified } = isElsewhere
          ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
          : claims;
        const isVerified = typeof email === "string" && email_verified === true;
        return { issuer: claims.iss, subject: claims.sub, email: isVerified ? email.toLowerCase() : null };
      } catch (error) {
        throw translate(client, error);
      }
    },
  };
}

function configure(client: Client, { issuer, clientId, clientSecret }: OidcOptions): Promise<Configuration> {
  const address = new URL(issuer);
  const execute = [client.enableNonRepudiationChecks];
  // The configuration lets http pass on this machine only.
  if (address.protocol === "http:") execute.push(client.allowInsecureRequests);
  const metadata = { client_secret: clientSecret, [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
  return client.discovery(address, clientId, metadata, undefined, { timeout: TIMEOUT_SECONDS, execute });
}

/** Says of a failure whose it is. Of the provider's answer only the code of an error gets into the message. */
function translate(client: Client, error: unknown): Error {
  if (error instanceof LogInDeniedError) return error;
  if (error instanceof client.AuthorizationResponseError || error instanceof client.ResponseBodyError) {
    const code = /^[a-z_]{1,40}$/.test(error.error) ? error.error : "unknown error";
    return DENIALS.has(code) ? new LogInDeniedError(code) : new ProviderUnavailableError(code);
  }
  const code = error instanceof client.ClientError ? (error.code ?? "") : "";
  if (DENIALS.has(code)) return new LogInDeniedError(code);
  return new ProviderUnavailableError(code || (error instanceof Error ? error.name : "no connection"));
}

/**
 * What the person or the provider refuses (RFC 6749, 4.1.2.1 and 5.2; OpenID Connect Core, 3.1.2.6), and what is wrong with an
 * answer that is readable: it is of another log-in, of another provider, or out of date. Everything else is an outage.
 */
const DENIALS: ReadonlySet<string> = new Set([
  "access_denied",
  "invalid_grant",
  "account_selection_required",
  "consent_required",
  "interaction_required",
  "login_required",
  "OAUTH_INVALID_RESPONSE",
  "OAUTH_JWT_CLAIM_COMPARISON_FAILED",
  "OAUTH_JWT_TIMESTAMP_CHECK_FAILED",
  "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED",
]);

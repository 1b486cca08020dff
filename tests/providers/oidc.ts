import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { keepConnections } from "../setup/kept-connections";

/** What is wrong with the provider. */
export type OidcFault =
  /** The person refuses. */
  | "denied"
  /** Claims of the next ID tokens that differ from the right ones. */
  | { readonly claims: JWTPayload }
  /** ID tokens are signed with a key that the provider doesn't publish. */
  | "foreign-key"
  /** A status instead of tokens. */
  | { readonly status: number }
  /** No answer at all to whoever wants tokens. */
  | "silent"
  /** Every connection is cut. */
  | "down";

export interface OidcProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Who is logged in at the provider. */
  account: { sub: string; email: string; email_verified: boolean };
  /** Tells the address by the user info only. */
  hasUserInfo: boolean;
  fault: OidcFault | undefined;
  /** The paths that were asked for. */
  readonly requests: string[];
  close(): Promise<void>;
}

interface Login {
  readonly nonce: string;
  readonly challenge: string;
  readonly redirectUri: string;
}

const CLIENT_ID = "club-console";
/** With a sign that has to be encoded in the header. */
const CLIENT_SECRET = "secret:of the+client";

/**
 * An OpenID Connect provider with one person, who is logged in and agrees at once, on a free port of this machine. It checks
 * client, redirect address, PKCE and that a code is used once, as every provider does.
 * @param host another name of this machine is another site for browsers
 */
export async function openOidcProvider({ host = "127.0.0.1" } = {}): Promise<OidcProvider> {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const foreign = await generateKeyPair("ES256");
  const jwk = { ...(await exportJWK(publicKey)), kid: "1", alg: "ES256", use: "sig" };
  const logins = new Map<string, Login>();

  const server = keepConnections(
    createServer(async (request, response) => {
      const url = new URL(request.url ?? "", provider.issuer);
      provider.requests.push(url.pathname);
      const { fault, account } = provider;
      if (fault === "down") return void request.socket.destroy();
      switch (url.pathname) {
        case "/.well-known/openid-configuration":
          return send(response, 200, {
            issuer: provider.issuer,
            authorization_endpoint: `${provider.issuer}/authorize`,
            token_endpoint: `${provider.issuer}/token`,
            jwks_uri: `${provider.issuer}/jwks`,
            ...(provider.hasUserInfo && { userinfo_endpoint: `${provider.issuer}/userinfo` }),
            response_types_supported: ["code"],
            subject_types_supported: ["public"],
            id_token_signing_alg_values_supported: ["ES256"],
            code_challenge_methods_supported: ["S256"],
          });
        case "/jwks":
          return send(response, 200, { keys: [jwk] });
        case "/userinfo":
          return send(response, 200, account);
        case "/authorize": {
          const given = url.searchParams;
          const back = new URL(given.get("redirect_uri") ?? "");
          back.searchParams.set("state", given.get("state") ?? "");
          if (fault === "denied") back.searchParams.set("error", "access_denied");
          else {
            const code = randomBytes(16).toString("hex");
            const [nonce = "", challenge = ""] = [given.get("nonce") ?? "", given.get("code_challenge") ?? ""];
            logins.set(code, { nonce, challenge, redirectUri: given.get("redirect_uri") ?? "" });
            back.searchParams.set("code", code);
          }
          return void response.writeHead(302, { Location: back.href }).end();
        }
        case "/token": {
          const form = new URLSearchParams(await readBody(request));
          if (fault === "silent") return;
          if (typeof fault === "object" && "status" in fault)
            return send(response, fault.status, { error: "server_error" });
          const login = logins.get(form.get("code") ?? "");
          logins.delete(form.get("code") ?? "");
          const challenge = createHash("sha256")
            .update(form.get("code_verifier") ?? "")
            .digest("base64url");
          if (!isClient(request, form)) return send(response, 401, { error: "invalid_client" });
          if (login?.challenge !== challenge || login.redirectUri !== form.get("redirect_uri")) {
            return send(response, 400, { error: "invalid_grant" });
          }
          const now = Math.floor(Date.now() / 1000);
          const claims: JWTPayload = {
            iss: provider.issuer,
            aud: CLIENT_ID,
            iat: now,
            exp: now + 300,
            nonce: login.nonce,
            ...(provider.hasUserInfo ? { sub: account.sub } : account),
            ...(typeof fault === "object" && "claims" in fault && fault.claims),
          };
          const idToken = await new SignJWT(claims)
            .setProtectedHeader({ alg: "ES256", kid: "1" })
            .sign(fault === "foreign-key" ? foreign.privateKey : privateKey);
          return send(response, 200, { access_token: "at", token_type: "Bearer", expires_in: 300, id_token: idToken });
        }
        default:
          return send(response, 404, {});
      }
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const provider: OidcProvider = {
    issuer: `http://${host}:${(server.address() as AddressInfo).port}`,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    account: { sub: "1", email: "anna@example.com", email_verified: true },
    hasUserInfo: false,
    fault: undefined,
    requests: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return provider;
}

/** The client may say who it is in the header or in the form. */
function isClient({ headers }: IncomingMessage, form: URLSearchParams): boolean {
  const basic = headers.authorization?.replace(/^Basic /, "");
  const [id, secret] = basic
    ? Buffer.from(basic, "base64")
        .toString()
        .split(":")
        .map((part) => decodeURIComponent(part.replaceAll("+", " ")))
    : [form.get("client_id"), form.get("client_secret")];
  return id === CLIENT_ID && secret === CLIENT_SECRET;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}

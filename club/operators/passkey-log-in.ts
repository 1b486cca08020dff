import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import { beginPasskeyLogIn, finishPasskeyLogIn } from "../../contract/operator/calls";
import { alias } from "../../contract/values";
import { RefusalError } from "../platform/http/refusal-error";
import type { Services } from "../platform/services";
import { operatorEndpoint } from "./call-context";
import { issueChallenge, spendChallenge } from "./challenges";
import { rememberBrowser } from "./known-browsers";
import { recordEvent, recordRefusal } from "./record-event";
import { decodeChallenge, loadWebAuthn, requireRelyingParty } from "./relying-party";
import { beginSession, findSession, nextStep, type OperatorRow } from "./sessions";

/** Log-ins by passkey that one network begins or finishes in a quarter of an hour. */
const LOG_INS = { max: 100, seconds: 15 * 60 };

/** What the browser hands to the authenticator. It is for nobody in particular: the passkey says whose it is. */
export const beginPasskeyLogInEndpoint = operatorEndpoint(
  beginPasskeyLogIn,
  async (_input, { services }) => {
    const { id } = requireRelyingParty(services);
    const { generateAuthenticationOptions } = await loadWebAuthn();
    const challenge = await issueChallenge(services, "passkey-log-in");
    const options = await generateAuthenticationOptions({ rpID: id, challenge, userVerification: "required" });
    return { options: { ...options } };
  },
  { rateLimits: [{ name: "operator-passkey-begin", by: "address", ...LOG_INS }] },
);

/** A passkey whose user the authenticator has verified stands for password and code of the log-in, not for a fresh code before an act. */
export const finishPasskeyLogInEndpoint = operatorEndpoint(
  finishPasskeyLogIn,
  async (input, context) => {
    const { services, address, userAgent, requestId } = context;
    const { operator, passkeyId } = await verifyPasskey(services, input.response).catch(async (error: unknown) => {
      await recordRefusal(services, "refused-passkey", null, context);
      throw error;
    });
    if (nextStep(operator) !== "code") {
      throw refuse("Сначала войдите по одноразовому паролю и настройте приложение для кодов.");
    }
    const token = await beginSession(services, operator, { address, userAgent, passkeyId });
    const session = await findSession(services, token);
    if (!session) throw refuse();
    await recordEvent(services.db, services, "log-in-by-passkey", { session, requestId });
    const browser = await rememberBrowser(services.db, services, operator.id);
    return { access_token: token, step: "open" as const, browser };
  },
  { rateLimits: [{ name: "operator-passkey-finish", by: "address", ...LOG_INS }] },
);

async function verifyPasskey(services: Services, text: string): Promise<{ operator: OperatorRow; passkeyId: number }> {
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const { id, origin } = requireRelyingParty(services);
  const response = readResponse(text);
  const passkey = await services.db
    .selectFrom("operator_passkeys")
    .selectAll()
    .where("credential_id", "=", response.id)
    .executeTakeFirst();
  if (!passkey) throw refuse("Этого ключа в клубе нет. Войдите по паролю.");
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => spendChallenge(services, "passkey-log-in", decodeChallenge(challenge)),
    expectedOrigin: origin,
    expectedRPID: id,
    credential: {
      id: passkey.credential_id,
      publicKey: Uint8Array.from(passkey.public_key),
      counter: passkey.sign_count,
    },
    requireUserVerification: true,
  }).catch((error: unknown) => {
    services.log.warn({ reason: error instanceof Error ? error.name : "unknown" }, "a passkey wasn't accepted");
    throw refuse();
  });
  if (!verified.verified) throw refuse();
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  const used = await services.db
    .updateTable("operator_passkeys")
    .set({ sign_count: newCounter, is_backed_up: credentialBackedUp, last_used_at: services.now() })
    .where("id", "=", passkey.id)
    // Of two answers with one count, as a copied authenticator gives them, only the first is good.
    .where((where) =>
      where.or([
        where("sign_count", "<", newCounter),
        where.and([where("sign_count", "=", 0), where.val(newCounter === 0)]),
      ]),
    )
    .returning("id")
    .executeTakeFirst();
  if (!used) throw refuse();
  const operator = await services.db
    .selectFrom("operators")
    .selectAll()
    .where("id", "=", passkey.operator_id)
    .where("is_disabled", "=", false)
    .executeTakeFirst();
  if (!operator) throw refuse();
  return { operator, passkeyId: passkey.id };
}

function readResponse(text: string): AuthenticationResponseJSON {
  try {
    const response = JSON.parse(text);
    if (typeof response?.id === "string") return response;
  } catch {
    // Refused like any other broken answer.
  }
  throw refuse();
}

function refuse(message = "Вход по ключу не удался. Попробуйте ещё раз или войдите по паролю."): RefusalError {
  return new RefusalError(alias.loginRefused, message);
}

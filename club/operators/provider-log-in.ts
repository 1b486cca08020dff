import { createHmac } from "node:crypto";
import { beginProviderLogIn, finishProviderLogIn, readLogInWays } from "../../contract/operator/calls";
import { alias } from "../../contract/values";
import { RefusalError } from "../platform/http/refusal-error";
import {
  type Identity,
  type IdentityProvider,
  LogInDeniedError,
  type LogInSecrets,
} from "../platform/providers/identity-provider";
import { ProviderUnavailableError } from "../platform/providers/provider-unavailable-error";
import type { Services } from "../platform/services";
import { operatorEndpoint } from "./call-context";
import { issueChallenge, spendChallenge } from "./challenges";
import { recordRefusal } from "./record-event";
import { findRelyingParty } from "./relying-party";
import { asOperator, beginSession, nextStep, type OperatorRow } from "./sessions";

/** Log-ins at the provider that one network begins or finishes in a quarter of an hour. */
const LOG_INS = { max: 100, seconds: 15 * 60 };

export const readLogInWaysEndpoint = operatorEndpoint(readLogInWays, async (_input, { services }) => ({
  provider: services.identityProvider?.name ?? null,
  has_passkeys: findRelyingParty(services) !== null,
}));

/** The log-in goes on at the provider; `flow` stays with the browser that began it. */
export const beginProviderLogInEndpoint = operatorEndpoint(
  beginProviderLogIn,
  async (_input, { services }) => {
    const provider = requireProvider(services);
    const flow = await issueChallenge(services, "provider-log-in");
    const url = await askProvider(services, () => provider.beginLogIn(deriveSecrets(flow)));
    return { address: url.href, flow };
  },
  { rateLimits: [{ name: "operator-provider-begin", by: "address", ...LOG_INS }] },
);

/**
 * The provider's log-in stands for the password, of an operator who has set up an app for codes; the code comes next, as
 * always. The first log-in is by the verified address, and its account is linked once the code is right.
 */
export const finishProviderLogInEndpoint = operatorEndpoint(
  finishProviderLogIn,
  async ({ flow, query }, context) => {
    const { services, address, userAgent } = context;
    const provider = requireProvider(services);
    if (!(await spendChallenge(services, "provider-log-in", flow))) {
      throw refuse("Вход занял больше десяти минут или начат в другом окне. Начните ещё раз.");
    }
    const identity = await askProvider(services, () => provider.finishLogIn(query, deriveSecrets(flow)));
    const operator = await findOperatorOf(services, identity);
    if (!operator || operator.is_disabled) {
      await recordRefusal(services, "refused-identity", operator ? asOperator(operator) : null, context);
      throw refuse("Вход подтверждён, но доступа к консоли у этой учётной записи нет. Обратитесь к владельцу клуба.");
    }
    const step = nextStep(operator);
    if (step !== "code") {
      throw refuse("Сначала войдите по паролю и настройте приложение для кодов.");
    }
    return { access_token: await beginSession(services, operator, { address, userAgent, identity }), step };
  },
  { rateLimits: [{ name: "operator-provider-finish", by: "address", ...LOG_INS }] },
);

/** The operator of a linked account, or whose login is the verified address and who has no account linked yet. */
async function findOperatorOf(
  { db }: Services,
  { issuer, subject, email }: Identity,
): Promise<OperatorRow | undefined> {
  const linked = await db
    .selectFrom("operators")
    .innerJoin("operator_identities as identity", "identity.operator_id", "operators.id")
    .selectAll("operators")
    .where("identity.issuer", "=", issuer)
    .where("identity.subject", "=", subject)
    .executeTakeFirst();
  if (linked || email === null) return linked;
  return db
    .selectFrom("operators")
    .selectAll()
    .where("login", "=", email)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("operator_identities as identity")
            .select("identity.subject")
            .whereRef("identity.operator_id", "=", "operators.id")
            .where("identity.issuer", "=", issuer),
        ),
      ),
    )
    .executeTakeFirst();
}

/** All of them follow from the one secret that the browser keeps, so that none is stored. */
function deriveSecrets(flow: string): LogInSecrets {
  const derive = (use: string) => createHmac("sha256", flow).update(use).digest("base64url");
  return { state: derive("state"), nonce: derive("nonce"), verifier: derive("verifier") };
}

function requireProvider({ identityProvider }: Services): IdentityProvider {
  if (!identityProvider) throw new RefusalError(alias.notFound, "Такого входа в этом клубе нет.");
  return identityProvider;
}

/** No statement waits while the provider thinks. */
async function askProvider<Answer>({ log }: Services, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof LogInDeniedError) {
      log.warn({ reason: error.message }, "the identity provider's log-in was refused");
      throw refuse("Вход не подтверждён. Начните ещё раз или войдите по паролю.");
    }
    if (!(error instanceof ProviderUnavailableError)) throw error;
    log.warn({ reason: error.message }, "the identity provider doesn't answer");
    throw refuse("Сервис входа сейчас не отвечает. Повторите через минуту или войдите по паролю.");
  }
}

function refuse(message: string): RefusalError {
  return new RefusalError(alias.loginRefused, message);
}

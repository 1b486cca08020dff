import { addPasskey, beginPasskey, readPasskeys, removePasskey } from "../../contract/operator/calls";
import { alias } from "../../contract/values";
import { formatMoment } from "../platform/acts/format";
import { RefusalError } from "../platform/http/refusal-error";
import type { Services } from "../platform/services";
import { operatorEndpoint } from "./call-context";
import { issueChallenge, spendChallenge } from "./challenges";
import { recordEvent } from "./record-event";
import { decodeChallenge, findRelyingParty, loadWebAuthn, requireRelyingParty } from "./relying-party";
import { hasFreshCode, requireFreshCode } from "./require-code";

/** More than anybody carries. */
const PASSKEYS_PER_OPERATOR = 20;
/** What authenticators show beside the name of the operator. */
const RELYING_PARTY_NAME = "Консоль клуба";

export const readPasskeysEndpoint = operatorEndpoint(readPasskeys, async (_input, { services, session }) => {
  const rows = await services.db
    .selectFrom("operator_passkeys")
    .select(["id", "name", "created_at", "last_used_at", "is_backed_up"])
    .where("operator_id", "=", session.operator.id)
    .orderBy("id")
    .execute();
  return {
    is_possible: findRelyingParty(services) !== null,
    needs_code: !hasFreshCode(services, session),
    passkeys: rows.map(({ id, name, created_at, last_used_at, is_backed_up }) => ({
      id,
      name,
      created: formatMoment(created_at),
      lastUsed: last_used_at && formatMoment(last_used_at),
      isBackedUp: is_backed_up,
    })),
  };
});

/** What the browser hands to the authenticator that makes a passkey. */
export const beginPasskeyEndpoint = operatorEndpoint(beginPasskey, async (_input, { services, session }) => {
  const { generateRegistrationOptions } = await loadWebAuthn();
  const { id, login, fullName } = session.operator;
  const known = await services.db
    .selectFrom("operator_passkeys")
    .select("credential_id as id")
    .where("operator_id", "=", id)
    .execute();
  const options = await generateRegistrationOptions({
    rpName: RELYING_PARTY_NAME,
    rpID: requireRelyingParty(services).id,
    userName: login,
    userDisplayName: fullName,
    userID: Uint8Array.from(Buffer.from(`operator:${id}`)),
    challenge: await issueChallenge(services, "passkey-set-up", id),
    attestationType: "none",
    excludeCredentials: known,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return { options: { ...options } };
});

export const addPasskeyEndpoint = operatorEndpoint(addPasskey, async (input, context) => {
  const { services, session } = context;
  const { id: operatorId } = session.operator;
  const made = await verifyNewPasskey(services, operatorId, input.response);
  await requireFreshCode(context, input.code);
  await services.db.transaction().execute(async (trx) => {
    // One after the other, so that none exceeds the limit.
    await trx.selectFrom("operators").select("id").where("id", "=", operatorId).forUpdate().execute();
    const { count } = await trx
      .selectFrom("operator_passkeys")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("operator_id", "=", operatorId)
      .executeTakeFirstOrThrow();
    if (count >= PASSKEYS_PER_OPERATOR) {
      throw new RefusalError(alias.validation, "Ключей уже слишком много. Удалите те, которыми не пользуетесь.");
    }
    const added = await trx
      .insertInto("operator_passkeys")
      .values({
        operator_id: operatorId,
        credential_id: made.credential.id,
        public_key: Buffer.from(made.credential.publicKey),
        sign_count: made.credential.counter,
        is_backed_up: made.credentialBackedUp,
        name: input.name,
        created_at: services.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!added) throw new RefusalError(alias.collision, "Этот ключ уже добавлен.");
    await recordEvent(trx, services, "add-passkey", context);
  });
  return {};
});

async function verifyNewPasskey(services: Services, operatorId: number, text: string) {
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const { id, origin } = requireRelyingParty(services);
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: JSON.parse(text),
      expectedChallenge: (challenge) =>
        spendChallenge(services, "passkey-set-up", decodeChallenge(challenge), operatorId),
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
    });
    if (registrationInfo) return registrationInfo;
  } catch (error) {
    services.log.warn({ reason: error instanceof Error ? error.name : "unknown" }, "a passkey wasn't accepted");
  }
  throw new RefusalError(alias.validation, "Ключ не добавлен. Попробуйте ещё раз.");
}

export const removePasskeyEndpoint = operatorEndpoint(removePasskey, async ({ passkeyId, code }, context) => {
  const { services, session } = context;
  await requireFreshCode(context, code);
  await services.db.transaction().execute(async (trx) => {
    // Sessions that the passkey has opened end with it, but for this one, which has given a code.
    await trx.updateTable("operator_sessions").set({ passkey_id: null }).where("id", "=", session.id).execute();
    const removed = await trx
      .deleteFrom("operator_passkeys")
      .where("id", "=", passkeyId)
      .where("operator_id", "=", session.operator.id)
      .returning("id")
      .executeTakeFirst();
    if (!removed) throw new RefusalError(alias.notFound, "Такого ключа нет.");
    await recordEvent(trx, services, "remove-passkey", context);
  });
  return {};
});

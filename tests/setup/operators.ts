import { randomBytes } from "node:crypto";
import { timeStepOf, totpCode } from "../../club/operators/totp";
import { hashSecret } from "../../club/platform/http/authentication";
import type { CallDescriptor, CallInput, CallReply } from "../../contract/call";
import type { OperatorRole } from "../../contract/operator/roles";
import type { TestClub } from "./club";
import { type CallOptions, type CallOutcome, CallRefused, makeCall } from "./club-call";

export interface TestOperator {
  id: number;
  login: string;
  /** The token of a session whose log-in is complete, with a code that was given now. */
  token: string;
  /** The code that the operator's app shows now, or some steps of 30 seconds later. */
  code(stepsLater?: number): string;
  /** Makes a call of the operators' API in the session. */
  call<D extends CallDescriptor>(descriptor: D, input: CallInput<D>, options?: CallOptions): Promise<CallOutcome<D>>;
  /** Makes a call that must succeed. @throws CallRefused otherwise */
  ask<D extends CallDescriptor>(descriptor: D, input: CallInput<D>, options?: CallOptions): Promise<CallReply<D>>;
}

/** Makes a call of the operators' API as the console would. */
export function callAsOperator<D extends CallDescriptor>(
  club: TestClub,
  descriptor: D,
  input: CallInput<D>,
  options: CallOptions = {},
): Promise<CallOutcome<D>> {
  return makeCall((request) => club.club.fetchAsOperator(request), "http://club.invalid", descriptor, input, options);
}

let count = 0;

/** Adds an operator who has an authenticator app and a session, without a password. */
export async function addTestOperator(
  club: TestClub,
  roles: readonly OperatorRole[],
  login = `operator-${++count}`,
): Promise<TestOperator> {
  const { services } = club.club;
  const secret = randomBytes(20);
  const token = randomBytes(32).toString("base64url");
  const now = club.clock.now();
  const { id } = await club.db
    .insertInto("operators")
    .values({
      login,
      full_name: "Оператор",
      roles: [...roles],
      totp_secret_sealed: services.seal.seal("operators.totp_secret_sealed", secret),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await club.db
    .insertInto("operator_sessions")
    .values({
      token_hash: hashSecret(token),
      operator_id: id,
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + 12 * 60 * 60 * 1000),
      code_confirmed_at: now,
    })
    .execute();
  const call: TestOperator["call"] = (descriptor, input, options) =>
    callAsOperator(club, descriptor, input, { token, ...options });
  return {
    id,
    login,
    token,
    code: (stepsLater = 0) => totpCode(secret, timeStepOf(club.clock.now()) + stepsLater),
    call,
    async ask(descriptor, input, options) {
      const { status, result, refusal } = await call(descriptor, input, options);
      if (refusal) throw new CallRefused(descriptor.path, status, refusal);
      return result as CallReply<typeof descriptor>;
    },
  };
}

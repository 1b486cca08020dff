import { type LoginResult, login, logout, markBannerShown } from "../../contract/accounts";
import type { CallDescriptor } from "../../contract/call";
import type { GiftWords } from "../../contract/gift-words";
import { resetUnseenPrizes } from "../../contract/prizes";
import { listOwnPromotions } from "../../contract/promotions";
import { type Participant, participantOf } from "../../contract/values";
import { judgeReply, notMade } from "./check-call";
import { checkKeys } from "./check-keys";
import type { Account, CheckOptions } from "./check-options";
import { checkPaging, isPaged } from "./check-paging";
import { checkParameters } from "./check-parameters";
import type { MadeCall } from "./made-call";
import { type Examples, type Read, reads } from "./reads";
import { type CallCheck, type KeyCheck, worstOf } from "./report";
import { type Sender, sendCall } from "./send-call";

/** What one caller has found so far. */
interface Session {
  readonly as: CallCheck["as"];
  readonly sender: Sender;
  readonly giftKinds: GiftWords;
  readonly examples: Examples;
  readonly checks: CallCheck[];
  /** Reads whose paging is known. */
  readonly paged: Set<CallDescriptor>;
}

interface SessionResult {
  readonly checks: readonly CallCheck[];
  readonly examples: Examples;
  /** Why the account couldn't be checked; empty if it could. */
  readonly problem: string;
  readonly keys?: KeyCheck;
}

/** Makes the calls that a guest's pages make. @param examples what the accounts have found */
export async function checkGuest(
  { upstream, giftKinds }: Pick<CheckOptions, "upstream" | "giftKinds">,
  examples: Examples,
): Promise<readonly CallCheck[]> {
  const guest: Session = { as: "guest", sender: { upstream }, giftKinds, examples, checks: [], paged: new Set() };
  for (const read of reads.filter(({ descriptor }) => descriptor.audience === "client")) await makeRead(guest, read);
  return guest.checks;
}

/** Logs in, makes the calls of the participant's pages, and with `write` the harmless ones that write. @param known what earlier accounts have found */
export async function checkParticipant(
  { upstream, giftKinds, write, order }: Omit<CheckOptions, "accounts">,
  account: Account,
  known: Examples,
): Promise<SessionResult> {
  const { as } = account;
  const { inn, managerContact, referral, invite } = known;
  const { check, token, problem } = await logIn({ upstream, giftKinds }, account);
  const checks = [check];
  const examples: Examples = { inn, managerContact, referral, invite };
  if (!token) return { checks, examples, problem };
  const session: Session = { as, sender: { upstream, token }, giftKinds, examples, checks, paged: new Set() };
  for (const read of reads.filter(({ descriptor }) => isFor(descriptor, as))) {
    await makeRead(session, read);
    const found = examples.user && participantOf(examples.user.promo_group.system_name, examples.user.is_system);
    if (found && found !== as) return { checks, examples: {}, problem: `The account is a ${found}, not a ${as}.` };
  }
  for (const harmless of listHarmlessWrites(examples)) {
    if (isFor(harmless.descriptor, as)) await makeHarmlessWrite(session, harmless, write);
  }
  const keys = write && order ? await checkKeys(session.sender, as, order, giftKinds) : undefined;
  await makeHarmlessWrite(session, { descriptor: logout, page: "/logout", input: {} }, write);
  return { checks, examples, problem, ...(keys && { keys }) };
}

/** Whether the call is made with a token of this kind of participant. */
function isFor({ audience }: CallDescriptor, as: Participant): boolean {
  return Array.isArray(audience) && audience.includes(as);
}

async function logIn(
  { upstream, giftKinds }: Pick<CheckOptions, "upstream" | "giftKinds">,
  { as, login: name, password }: Account,
) {
  const input = { login: name, password };
  const made: MadeCall = {
    ...{ as, descriptor: login, kind: "login", page: "/login", input, giftKinds },
    ...{ failing: { kind: "page" }, mayBeRefused: true },
  };
  const reply = await sendCall({ upstream }, login, input);
  const { check, result } = judgeReply(made, reply);
  const token = check.effect === "breaks" ? undefined : (result as LoginResult | undefined)?.access_token;
  const why = check.detail || "the reply has no access_token";
  const hint = reply.kind === "refusal" ? " Check phone or e-mail and password." : "";
  return { check, token, problem: token ? "" : `Nobody can log in with this account: ${why}.${hint}` };
}

async function makeRead({ as, sender, giftKinds, examples, checks, paged }: Session, read: Read): Promise<void> {
  const { descriptor, page, failing, mayBeRefused } = read;
  const input = read.input(examples);
  if (!input) {
    checks.push(notMade({ as, descriptor, kind: "read", page }, "no example in the replies so far"));
    return;
  }
  const made: MadeCall = { as, descriptor, kind: "read", page, failing, mayBeRefused, input, giftKinds };
  const reply = await sendCall(sender, descriptor, input);
  const { check, result } = judgeReply(made, reply);
  if (result === undefined || reply.kind !== "json") {
    checks.push(check);
    return;
  }
  const isNew = isPaged(read, input) && !paged.has(descriptor);
  if (isNew) paged.add(descriptor);
  const paging = isNew ? await checkPaging(sender, read, input, result) : [];
  const ignored = isNew || "id" in input ? await checkParameters(sender, descriptor, input, reply.json) : [];
  const deviations = [...check.deviations, ...ignored];
  const found = [check.effect ?? "fine", ...[...paging, ...ignored].map(({ effect }) => effect)];
  checks.push({ ...check, deviations, paging, effect: worstOf(found) });
  read.learn(result, examples);
}

/** A call that writes, but loses nothing. */
type HarmlessWrite = Pick<MadeCall, "descriptor" | "page" | "input">;

function listHarmlessWrites({ ownPromotion: id }: Examples): HarmlessWrite[] {
  return [
    { descriptor: markBannerShown, page: "/banner", input: {} },
    { descriptor: resetUnseenPrizes, page: "/dashboard/gifts/", input: {} },
    // A GET that writes: the promotion counts as seen.
    ...(id ? [{ descriptor: listOwnPromotions, page: "/promo/:id", input: { id, page: 1, per_page: 1 } }] : []),
  ];
}

async function makeHarmlessWrite({ as, sender, giftKinds, checks }: Session, harmless: HarmlessWrite, write: boolean) {
  const call = { ...harmless, as, kind: "write" as const };
  if (!write) {
    checks.push(notMade(call, "writes (made with --write)"));
    return;
  }
  const made: MadeCall = { ...call, giftKinds, failing: { kind: "page" }, mayBeRefused: false };
  checks.push(judgeReply(made, await sendCall(sender, harmless.descriptor, harmless.input)).check);
}

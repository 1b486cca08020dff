import { z } from "zod";
import type { CallDescriptor } from "../../contract/call";
import { listDistributors, listSegments } from "../../contract/companies";
import { listPrizes } from "../../contract/prizes";
import { isRecord } from "../../contract/reply-fields";
import { participantOf } from "../../contract/values";
import { judgeMeaning, type Meaning } from "./check-meaning";
import { compareReply, type Deviation, readRaw } from "./compare-reply";
import { explainReading, leadsNowhere } from "./consequences";
import type { MadeCall } from "./made-call";
import { nameOf } from "./name-of";
import type { Failing } from "./reads";
import { type CallCheck, type Effect, type JudgedDeviation, worstOf } from "./report";
import type { RawReply } from "./send-call";

/** Judges a reply by what becomes of the page. @returns the check, and what the portal reads from a success */
export function judgeReply(made: MadeCall, reply: RawReply): { check: CallCheck; result: unknown } {
  const base = describeCall(made);
  const { failing } = made;
  if (reply.kind === "outage") {
    const detail = `${reply.fault}: ${describeFailing(failing)}`;
    const check: CallCheck = { ...base, outcome: "outage", status: reply.status, effect: effectOf(failing), detail };
    return { check, result: undefined };
  }
  if (reply.kind === "refusal") return { check: { ...base, ...judgeRefusal(made, reply) }, result: undefined };
  if (reply.kind === "file") {
    const deviations = reply.oddities.map((oddity) => ({ ...oddity, count: 1, of: 1, effect: "tolerated" as const }));
    const effect = worstOf(deviations.map((deviation) => deviation.effect));
    return { check: { ...base, outcome: "success", status: reply.status, effect, deviations }, result: undefined };
  }
  return judgeSuccess(made, base, reply);
}

function judgeSuccess(made: MadeCall, base: CallCheck, { status, json }: RawReply & { kind: "json" }) {
  const { descriptor, failing } = made;
  const { reply } = descriptor;
  if (!(reply instanceof z.ZodType)) throw new TypeError(`${descriptor.path} answers with a file`);
  const { deviations, unused, result } = compareReply({ ...descriptor, reply }, json);
  const expected = descriptor.path === "user/profile" ? listExpectedPeople(result) : undefined;
  const judged = deviations
    .map((deviation) => ({ ...deviation, portal: explainReading(base.call, deviation) }))
    .map((deviation) => judgeDeviation(deviation, failing, expected));
  const isUnreadable = deviations.some(({ fate }) => fate === "unreadable");
  const meaning = judgeMeaning(made, readRaw(descriptor, json), result);
  const linked = judged.map((one) => judgeLostLink(base.call, one));
  const all = addMeaning(linked, meaning);
  const lack = isUnreadable ? "" : meaning.lack || describeLack(descriptor, linked, result);
  const check: CallCheck = {
    ...base,
    outcome: "success",
    status,
    effect: lack ? "breaks" : worstOf(all.map(({ effect }) => effect)),
    detail: isUnreadable ? describeFailing(failing) : lack,
    deviations: all,
    unused,
  };
  return { check, result };
}

/** The deviations with what they mean, which is said once for a place. */
function addMeaning(judged: readonly JudgedDeviation[], { deviations }: Meaning): JudgedDeviation[] {
  const said = new Set(deviations.map(({ place }) => place));
  const isUnsaid = ({ place, effect }: JudgedDeviation) => effect === "loses-row" || !said.has(place);
  return [...judged.filter(isUnsaid), ...deviations];
}

/** A row whose page can't be opened is lost, though it is shown. What another role has is missing rightly. */
function judgeLostLink(call: string, deviation: JudgedDeviation): JudgedDeviation {
  const isMissingRightly = deviation.effect === "fine" && !deviation.place.includes("*");
  return leadsNowhere(call, deviation) && !isMissingRightly ? { ...deviation, effect: "loses-row" } : deviation;
}

/** Lists that nobody can do without: what people come for is chosen from them. */
const NEEDED_LISTS: ReadonlyMap<CallDescriptor, string> = new Map<CallDescriptor, string>([
  [listPrizes, "there is no gift to order"],
  [listDistributors, "nobody can register: there is no distributor to choose"],
  [listSegments, "no shop can register: there is no segment to choose"],
]);

/** What people came for and don't find, though the reply can be read; empty when it is there. */
function describeLack(descriptor: CallDescriptor, judged: readonly JudgedDeviation[], result: unknown): string {
  const lost = judged.find(
    ({ place, effect, count, of }) => effect === "loses-row" && count === of && place.includes("*"),
  );
  if (lost && leadsNowhere(nameOf(descriptor), lost)) return lost.portal;
  if (lost) return `none of the rows can be read: ${lost.place}`;
  return isEmpty(result) ? (NEEDED_LISTS.get(descriptor) ?? "") : "";
}

/** Whether a result has no row in any of its lists. */
function isEmpty(result: unknown): boolean {
  if (Array.isArray(result)) return result.length === 0;
  return isRecord(result) && Object.values(result).every((one) => !Array.isArray(one) || one.length === 0);
}

function describeCall({
  as,
  descriptor,
  kind,
  page,
  input,
}: Pick<MadeCall, "as" | "descriptor" | "kind" | "page" | "input">): CallCheck {
  return {
    as,
    call: nameOf(descriptor),
    kind,
    page,
    sent: hideExamples(input),
    outcome: "not-made",
    status: null,
    effect: null,
    detail: "",
    deviations: [],
    unused: [],
    paging: [],
  };
}

/** A call that wasn't made, and why. */
export function notMade(made: Pick<MadeCall, "as" | "descriptor" | "kind" | "page">, reason: string): CallCheck {
  return { ...describeCall({ ...made, input: {} }), detail: reason };
}

/** Inputs that are the same for everybody. All others come from earlier replies or from the credentials. */
const CONSTANTS = ["page", "per_page", "is_enabled", "sort", "type"];

function hideExamples(input: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      CONSTANTS.includes(name) || value === "" ? String(value) : "…",
    ]),
  );
}

function judgeRefusal(
  { as, descriptor, failing, mayBeRefused }: MadeCall,
  { status, aliases }: RawReply & { kind: "refusal" },
) {
  const said = ["refused", ...aliases].join(" ");
  const judge = (effect: Effect, detail: string) => ({ outcome: "refusal" as const, status, effect, detail });
  if (descriptor.extension) return judge("fine", `${said}: UPSTREAM_EXTENSIONS has to be off`);
  if (status === 401 && as !== "guest") return judge("breaks", `${said}: the participant is logged out`);
  if (failing.kind === "part") return judge("tolerated", `${said}: ${describeFailing(failing)}`);
  if (mayBeRefused) return judge("fine", said);
  return judge("breaks", `${said}: the page shows the refusal in place of its content`);
}

function judgeDeviation({ fate, ...deviation }: Deviation, failing: Failing, expected?: readonly string[]) {
  const judge = (effect: Effect, portal = deviation.portal): JudgedDeviation => ({ ...deviation, portal, effect });
  if (fate === "unreadable") return judge(effectOf(failing), describeFailing(failing));
  if (fate === "row") return judge("loses-row", "the row is left out");
  const isOfOtherRole = PEOPLE.includes(deviation.place) && !expected?.includes(deviation.place);
  return judge(deviation.came === "missing" && isOfOtherRole && expected ? "fine" : fate);
}

const PEOPLE = ["managers", "members", "companies", "curator"];

/** The people and companies that a profile has by its role; the others are missing rightly. */
function listExpectedPeople(profile: unknown): readonly string[] | undefined {
  const { promo_group, is_system } = (profile ?? {}) as {
    promo_group?: { system_name: "curator" };
    is_system?: boolean;
  };
  if (!promo_group) return undefined;
  const participant = participantOf(promo_group.system_name, is_system === true);
  return { curator: ["managers"], manager: ["members"], member: ["companies", "curator"] }[participant as string] ?? [];
}

function effectOf({ kind }: Failing): Effect {
  return kind === "part" ? "tolerated" : "breaks";
}

function describeFailing(failing: Failing): string {
  if (failing.kind === "page") return "the page breaks";
  return failing.kind === "part" ? `the page is shown without ${failing.name}` : "the page says that it doesn't work";
}

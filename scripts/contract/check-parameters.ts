import type { CallDescriptor } from "../../contract/call";
import { reportDetails } from "../../contract/deals";
import { listOwnPromotions, listPromotions } from "../../contract/promotions";
import { findRows } from "../../contract/reply-fields";
import { readRaw } from "./compare-reply";
import type { Effect, JudgedDeviation } from "./report";
import { type Sender, sendCall } from "./send-call";

type Input = Readonly<Record<string, unknown>>;

/** A parameter that decides which rows come, or in which order. */
interface Parameter {
  readonly name: string;
  /** A value with which other rows, none or the reverse order must come. */
  readonly other: string | number;
  /** The fewest rows in which a difference can be seen. */
  readonly rows: number;
  /** What becomes of the page where the parameter is ignored. */
  readonly portal: string;
  readonly effect: Effect;
}

const promotionParameters: readonly Parameter[] = [
  { name: "id", other: "0", rows: 1, portal: "a promotion's page isn't found, or shows another one", effect: "breaks" },
  {
    name: "is_enabled",
    other: 0,
    rows: 1,
    portal: "promotions that are over are among the others",
    effect: "tolerated",
  },
  { name: "sort", other: "id", rows: 2, portal: "sorted by the portal within each page only", effect: "tolerated" },
];

const parameters: ReadonlyMap<CallDescriptor, readonly Parameter[]> = new Map<CallDescriptor, readonly Parameter[]>([
  [
    reportDetails,
    [{ name: "file_id", other: "0", rows: 1, portal: "each report shows the rows of others", effect: "breaks" }],
  ],
  [listPromotions, promotionParameters],
  [listOwnPromotions, promotionParameters],
]);

/** The parameters of a call that are to be tried: one of a single promotion stands alone, as it finds any promotion. */
export function listParameters(descriptor: CallDescriptor, input: Input): readonly Parameter[] {
  const known = parameters.get(descriptor) ?? [];
  return known.filter(({ name }) => ("id" in input ? name === "id" : name !== "id"));
}

/** Makes a call again with another value of each parameter, and notes those that make no difference. @param json the reply */
export async function checkParameters(
  sender: Sender,
  descriptor: CallDescriptor,
  input: Input,
  json: unknown,
): Promise<JudgedDeviation[]> {
  const before = readRows(descriptor, json);
  const ignored: JudgedDeviation[] = [];
  for (const { name, other, rows, portal, effect } of listParameters(descriptor, input)) {
    if (before.length < rows) continue;
    const reply = await sendCall(sender, descriptor, { ...input, [name]: other });
    if (reply.kind !== "json" || !isSame(before, readRows(descriptor, reply.json))) continue;
    ignored.push({ place: `?${name}`, came: "ignored", promised: "honoured", portal, effect, count: 1, of: 1 });
  }
  return ignored;
}

function readRows(descriptor: CallDescriptor, json: unknown): readonly unknown[] {
  return findRows(readRaw(descriptor, json)) ?? [];
}

/** Whether the same rows have come in the same order. Long numbers have no JSON of their own. */
function isSame(before: readonly unknown[], after: readonly unknown[]): boolean {
  const write = (rows: readonly unknown[]) =>
    JSON.stringify(rows, (_, value) => (typeof value === "bigint" ? String(value) : value));
  return write(before) === write(after);
}

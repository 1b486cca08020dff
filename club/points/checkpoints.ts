import { sql } from "kysely";
import type { LedgerCheckpoints } from "../platform/db/schema";
import type { Seal } from "../platform/seal/seal";
import type { Db } from "../platform/services";
import type { CheckpointDifference } from "./ledger-differences";

/** How far into the ledger something goes: the last ids. */
export interface Position {
  readonly entryId: number;
  readonly dealId: number;
  readonly exchangeId: number;
}

/** What follows one position up to another. */
export interface Slice {
  readonly after: Position;
  readonly upTo: Position;
}

/** A verified slice, as it is stored. */
export interface Checkpoint extends Slice {
  readonly id: number;
  readonly previousDigest: Buffer;
  readonly entryCount: number;
  readonly differences: number;
  readonly digest: Buffer;
  readonly signature: Buffer;
}

type Unsigned = Omit<Checkpoint, "id" | "signature">;

const START: Position = { entryId: 0, dealId: 0, exchangeId: 0 };
/** What the first digest is computed from. */
const NO_DIGEST = Buffer.alloc(0);

/** Entries, deals and exchanges of a slice, at most. A slice takes a fraction of a second. */
const SLICE_ROWS = 10_000;

/** Reads all checkpoints in the order of their chain. 50 million entries have 5 000. */
export async function readCheckpoints(db: Db): Promise<Checkpoint[]> {
  const rows = await db.selectFrom("ledger_checkpoints").selectAll().orderBy("id").execute();
  let after = START;
  let previousDigest: Buffer = NO_DIGEST;
  return rows.map((row) => {
    const upTo = { entryId: row.up_to_entry_id, dealId: row.up_to_deal_id, exchangeId: row.up_to_exchange_id };
    const { id, entry_count: entryCount, differences, digest, signature_sealed: signature } = row;
    const checkpoint = { id, after, upTo, previousDigest, entryCount, differences, digest, signature };
    after = upTo;
    previousDigest = digest;
    return checkpoint;
  });
}

/** Finds the checkpoints that weren't written by whoever has the data key, or don't follow the one before. */
export function findForgedCheckpoints(checkpoints: readonly Checkpoint[], seal: Seal): CheckpointDifference[] {
  return checkpoints
    .filter((checkpoint) => !isSigned(checkpoint, seal))
    .map(({ id, upTo }) => ({ kind: "checkpoint", checkpointId: id, upToEntryId: upTo.entryId, isForged: true }));
}

function isSigned(checkpoint: Checkpoint, seal: Seal): boolean {
  try {
    return seal.open("ledger_checkpoints.signature_sealed", checkpoint.signature).toString() === describe(checkpoint);
  } catch {
    return false;
  }
}

/** What the signature covers. */
function describe({ after, upTo, previousDigest, entryCount, differences, digest }: Unsigned): string {
  const ids = [after, upTo].flatMap(({ entryId, dealId, exchangeId }) => [entryId, dealId, exchangeId]);
  return JSON.stringify([...ids, entryCount, differences, previousDigest.toString("hex"), digest.toString("hex")]);
}

/** Recounts the digest of a checkpoint's entries. Empty when they are as they were. */
export async function findChangedEntries(db: Db, checkpoint: Checkpoint): Promise<CheckpointDifference[]> {
  const { digest, entryCount } = await digestEntries(db, checkpoint, checkpoint.previousDigest);
  if (digest.equals(checkpoint.digest) && entryCount === checkpoint.entryCount) return [];
  const { id: checkpointId, upTo } = checkpoint;
  return [{ kind: "checkpoint", checkpointId, upToEntryId: upTo.entryId, isForged: false }];
}

/** Stores a verified slice as the checkpoint after `previous`. @throws when another check has gone on from there, too */
export async function writeCheckpoint(
  db: Db,
  seal: Seal,
  { slice, previous, differences }: { slice: Slice; previous: Checkpoint | undefined; differences: number },
): Promise<Checkpoint> {
  const previousDigest = previous?.digest ?? NO_DIGEST;
  const unsigned = { ...slice, previousDigest, differences, ...(await digestEntries(db, slice, previousDigest)) };
  const signature = seal.seal("ledger_checkpoints.signature_sealed", describe(unsigned));
  const { id } = await db
    .insertInto("ledger_checkpoints")
    .values({
      previous_id: previous?.id ?? 0,
      up_to_entry_id: slice.upTo.entryId,
      up_to_deal_id: slice.upTo.dealId,
      up_to_exchange_id: slice.upTo.exchangeId,
      entry_count: unsigned.entryCount,
      differences,
      digest: unsigned.digest,
      signature_sealed: signature,
    } satisfies Partial<Record<keyof LedgerCheckpoints, unknown>>)
    .returning("id")
    .executeTakeFirstOrThrow();
  return { ...unsigned, id, signature };
}

/** The text of an entry may change (it holds names), so it isn't part of the digest. */
async function digestEntries(db: Db, { after, upTo }: Slice, previousDigest: Buffer) {
  const { rows } = await sql<{ entryCount: number; digest: Buffer }>`
    select count(*) as "entryCount", sha256(${previousDigest}::bytea || coalesce(convert_to(string_agg(
      json_build_array(
        id, user_id, amount, balance_after, reason, reference, (extract(epoch from created_at) * 1000000)::bigint
      )::text, E'\\n' order by id
    ), 'UTF8'), '')) as digest
    from ledger_entries where id > ${after.entryId} and id <= ${upTo.entryId}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error("PostgreSQL counted no entries");
  return row;
}

/**
 * Finds the slice that follows a checkpoint, up to a horizon at most. Undefined at the horizon.
 * @param horizon a position that no running transaction can add something before
 */
export async function findNextSlice(
  db: Db,
  previous: Checkpoint | undefined,
  horizon: Position,
): Promise<Slice | undefined> {
  const after = previous?.upTo ?? START;
  const findEnd = async (table: "ledger_entries" | "deals" | "exchanges", from: number, to: number) => {
    const row = await db
      .selectFrom(table)
      .select("id")
      .where("id", ">", from)
      .where("id", "<=", to)
      .orderBy("id")
      .offset(SLICE_ROWS - 1)
      .limit(1)
      .executeTakeFirst();
    return row?.id ?? Math.max(from, to);
  };
  const upTo = {
    entryId: await findEnd("ledger_entries", after.entryId, horizon.entryId),
    dealId: await findEnd("deals", after.dealId, horizon.dealId),
    exchangeId: await findEnd("exchanges", after.exchangeId, horizon.exchangeId),
  };
  const isEmpty =
    upTo.entryId === after.entryId && upTo.dealId === after.dealId && upTo.exchangeId === after.exchangeId;
  return isEmpty ? undefined : { after, upTo };
}

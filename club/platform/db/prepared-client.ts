import { LRUCache } from "lru-cache";
import pg from "pg";

/** Statements that a connection keeps prepared; PostgreSQL holds a few kilobytes for each. */
const MAX_PREPARED = 300;
/** A statement is prepared once its text has come this often: the text of a search or of an import may never come again. */
const USES_BEFORE = 3;
/** An insert of many rows has another text for each number of rows. */
const MAX_PARAMETERS = 40;
/** PostgreSQL's code for a statement that a migration has made invalid, when the columns of its result have changed. */
const RESULT_CHANGED = "0A000";

/** How often a text has come before it was prepared. */
const uses = new LRUCache<string, number>({ max: 1_000 });
/** The names of prepared statements by their texts; the same on every connection. */
const names = new Map<string, string>();
let named = 0;

/**
 * A connection that lets PostgreSQL parse and plan each of the club's statements once instead of every time. When a migration
 * changes the columns of a statement's result, it is prepared again; within a transaction, which has failed then, only for
 * the next one.
 */
export class PreparedClient extends pg.Client {
  /** Of the ways to call it, only that of Kysely, a text with its parameters, prepares a statement. */
  // biome-ignore lint/suspicious/noExplicitAny: the types of its overloads can't be written as one.
  override query(...given: any[]): any {
    const [text, values] = given;
    const name = given.length === 2 && typeof text === "string" && Array.isArray(values) ? nameOf(text, values) : null;
    if (name === null) return Reflect.apply(super.query, this, given);
    return super.query({ name, text, values }).catch((error: unknown) => {
      if (!(error instanceof pg.DatabaseError) || error.code !== RESULT_CHANGED) throw error;
      names.delete(text);
      if (this.getTransactionStatus() !== "I") throw error;
      return super.query(text, values);
    });
  }
}

function nameOf(text: string, { length }: readonly unknown[]): string | null {
  const known = names.get(text);
  if (known !== undefined) return known;
  // PostgreSQL prepares single commands only; migrations send several in one text.
  if (length > MAX_PARAMETERS || names.size >= MAX_PREPARED || text.includes(";")) return null;
  const count = (uses.get(text) ?? 0) + 1;
  uses.set(text, count);
  if (count < USES_BEFORE) return null;
  named += 1;
  const name = `club_${named}`;
  names.set(text, name);
  return name;
}

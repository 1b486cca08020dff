import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listErasureSteps } from "../../../../club/operators/people/erasure-steps";
import { NEVER_EXPORTED } from "../../../../club/operators/people/export-person";
import {
  IMPERSONAL_TABLES,
  KEPT_AFTER_ERASURE,
  KEPT_BY_MERGE,
  type KeptColumns,
} from "../../../../club/operators/people/kept-columns";
import { listMoves } from "../../../../club/operators/people/move-account";
import { personalTables } from "../../../../club/operators/people/personal-tables";
import { listTables, type TableColumns } from "../../../../club/platform/backup/tables";
import type { UserRow } from "../../../../club/platform/db/types";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addPerson } from "../../club-people";

let club: TestClub;
let tables: TableColumns[];
let people: UserRow[];
beforeAll(async () => {
  club = await openTestClub();
  const added = [await addPerson(club), await addPerson(club)];
  const ids = added.map(({ id }) => id);
  people = await club.db.selectFrom("users").selectAll().where("id", "in", ids).execute();
  tables = await listTables(club.db);
});
afterAll(() => club.close());

const twoPeople = (): [UserRow, UserRow] => {
  const [one, other] = people;
  if (!one || !other) throw new Error("Two people are needed");
  return [one, other];
};
const namesOf = (kept: KeptColumns) =>
  kept.flatMap(([table, columns]) => columns.split(" ").map((column) => (column ? `${table}.${column}` : table)));
const personalColumns = () =>
  personalTables.flatMap(({ table }) => {
    const columns = tables.find(({ name }) => name === table)?.columns ?? [];
    return columns.map((column) => ({ table, column, name: `${table}.${column}` }));
  });
const listRepeated = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index);

test("architecture: of every table somebody has decided whether it is about people", () => {
  const decided = [...personalTables.map(({ table }) => table), ...Object.keys(IMPERSONAL_TABLES)];
  expect(decided.sort()).toEqual(tables.map(({ name }) => name).sort());
});

test("architecture: of every personal column somebody has decided what an erasure does", () => {
  const steps = listErasureSteps(twoPeople()[0], new Date());
  const kept = namesOf(KEPT_AFTER_ERASURE);
  // Rows of these are deleted for one reason and changed for another; every column is looked at.
  const changed = steps.flatMap(({ table, set }) => Object.keys(set ?? {}).map((column) => `${table}.${column}`));
  const deleted = new Set(steps.filter(({ set }) => set === null).map(({ table }) => table));
  const isDeleted = (table: string) => deleted.has(table) && !kept.some((name) => name.startsWith(`${table}.`));
  const columns = personalColumns();
  const undecided = columns
    .filter(({ table, name }) => !changed.includes(name) && !kept.includes(name) && !isDeleted(table))
    .map(({ name }) => name);
  expect(undecided).toEqual([]);
  // What is gone from the schema is gone from the lists, and nothing is decided twice.
  expect([...kept, ...changed].filter((name) => !columns.some((column) => column.name === name))).toEqual([]);
  expect(listRepeated(kept)).toEqual([]);
  expect(kept.filter((name) => changed.includes(name))).toEqual([]);
});

test("architecture: of every table about people, and every column that refers to them, somebody has decided what a merge does", async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select conrelid::regclass::text as "table", attname as "column" from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where contype = 'f' and confrelid = 'users'::regclass
  `.execute(club.db);
  const kept = namesOf(KEPT_BY_MERGE);
  const moves = listMoves(...twoPeople()).map(([, statement]) => statement.compile(club.db).sql.replaceAll('"', ""));
  const isMoved = (table: string, column: string) =>
    moves.some((move) => move.trim().startsWith(`update ${table} set ${column} =`));
  const isDecided = ({ table, column }: { table: string; column: string }) =>
    kept.includes(table) || kept.includes(`${table}.${column}`) || isMoved(table, column);
  expect(rows.filter((reference) => !isDecided(reference))).toEqual([]);
  // Also tables that name a person in another way than by number.
  const untouched = personalTables
    .map(({ table }) => table)
    .filter((table) => table !== "users" && !kept.some((name) => name === table || name.startsWith(`${table}.`)))
    .filter((table) => !moves.some((move) => move.trim().startsWith(`update ${table} set`)));
  expect(untouched).toEqual([]);
  const known = new Set(personalColumns().flatMap(({ table, name }) => [table, name]));
  expect(kept.filter((name) => !known.has(name))).toEqual([]);
  expect(listRepeated(kept)).toEqual([]);
});

test("architecture: an export has every personal column but secrets, sealed values and whole files", () => {
  const binary = personalTables.flatMap(({ table, omitted = [] }) => {
    const columns = tables.find(({ name }) => name === table)?.binaryColumns ?? [];
    return columns.filter((column) => !NEVER_EXPORTED.test(column) && !omitted.includes(column));
  });
  expect(binary).toEqual([]);
  const omitted = personalTables.flatMap((table) => (table.omitted ?? []).map((column) => `${table.table}.${column}`));
  expect(omitted.filter((name) => !personalColumns().some((column) => column.name === name))).toEqual([]);
});

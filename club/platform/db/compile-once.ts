import type { CompiledQuery } from "kysely";
import type { Db } from "../services";

/** A query, or a raw statement, which needs the database to be compiled. */
interface CompilableWith<Row> {
  compile(db: Db): CompiledQuery<Row>;
}

/** Stands for a value while a statement is compiled. */
class Placeholder {
  constructor(readonly name: PropertyKey) {}
}

/**
 * A statement that is built and compiled at its first run, and then only gets its values. For statements that come with every
 * page: building one takes longer than PostgreSQL needs to answer it. Define it at the top of a module, so that no value of the
 * first run can get into `build`.
 * @param build its values may be compared with columns and selected, and nothing else: they aren't known yet
 */
export function compileOnce<Values extends object, Row>(build: (db: Db, values: Values) => CompilableWith<Row>) {
  let compiled: CompiledQuery<Row> | undefined;
  return async (db: Db, values: Values): Promise<Row[]> => {
    compiled ??= build(db, placeholders as Values).compile(db);
    const parameters = compiled.parameters.map((value) =>
      value instanceof Placeholder ? values[value.name as keyof Values] : value,
    );
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
}

const placeholders = new Proxy({}, { get: (_target, name) => new Placeholder(name) });

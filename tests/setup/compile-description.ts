import Ajv, { type ValidateFunction } from "ajv/dist/2020";

const ajv = new Ajv({ strict: false, allErrors: true });

/** Compiles a schema of `openapi.json` so that a field that it doesn't describe is a misfit too. */
export function compileDescription(schema: object): ValidateFunction {
  const closed = JSON.stringify(schema, (_, part) =>
    part?.type === "object" && part.properties ? { ...part, additionalProperties: false } : part,
  );
  return ajv.compile(JSON.parse(closed));
}

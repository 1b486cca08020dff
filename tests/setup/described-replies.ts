import type { ValidateFunction } from "ajv";
import { endpoints } from "../../club/endpoints";
import type { Endpoint } from "../../club/platform/http/endpoint";
import { buildOpenApiDocument } from "../../club/platform/http/openapi";
import { RefusalError } from "../../club/platform/http/refusal-error";
import { compileDescription } from "./compile-description";

/** What an operation of the description says about its replies. */
interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: object }>> }>
  >;
}

const { paths } = buildOpenApiDocument(endpoints.map(({ descriptor }) => descriptor)) as unknown as {
  paths: Record<string, Record<string, Operation>>;
};
const validators = new Map<Operation, ValidateFunction | null>();
const misfits = new Set<string>();
let isComparing = false;

/** Makes the club's handlers of this process compare what they answer with `openapi.json`. */
export function compareRepliesWithDescription(): void {
  if (isComparing) return;
  isComparing = true;
  for (const endpoint of endpoints) compareReplies(endpoint);
}

/** @throws Error with the replies since the last time that aren't as described: their places and never a value */
export function requireDescribedReplies(): void {
  const found = [...misfits];
  misfits.clear();
  if (found.length > 0) throw new Error(`openapi.json doesn't describe what the club replied:\n${found.join("\n")}`);
}

function compareReplies(endpoint: Endpoint): void {
  const { handle, descriptor } = endpoint;
  const name = `${descriptor.method} ${descriptor.path}`;
  const operation = paths[`/${descriptor.path}`]?.[descriptor.method.toLowerCase()];
  if (!operation) throw new Error(`${name} isn't described`);
  Object.assign(endpoint, {
    async handle(...call: Parameters<Endpoint["handle"]>) {
      try {
        const result = await handle(...call);
        noteMisfits(name, operation, result);
        return result;
      } catch (error) {
        if (error instanceof RefusalError && !(error.status in operation.responses)) {
          misfits.add(`${name}: status ${error.status} (${error.reason})`);
        }
        throw error;
      }
    },
  });
}

function noteMisfits(name: string, operation: Operation, result: unknown): void {
  const validate = validators.get(operation) ?? compileReply(operation);
  validators.set(operation, validate);
  if (!validate || validate(JSON.parse(JSON.stringify({ success: true, result: result ?? {} })))) return;
  for (const { instancePath, message, params } of validate.errors ?? []) {
    misfits.add(`${name}: ${instancePath.replace(/\/\d+/g, "/*")} ${message} ${JSON.stringify(params)}`);
  }
}

/** Null for a file. */
function compileReply({ responses }: Operation): ValidateFunction | null {
  const schema = responses["200"]?.content?.["application/json"]?.schema;
  return schema ? compileDescription(schema) : null;
}

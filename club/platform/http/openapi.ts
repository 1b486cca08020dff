import type { ZodTypeAny } from "zod";
import { ignoreOverride, type JsonSchema7Type, zodToJsonSchema } from "zod-to-json-schema";
import { type CallDescriptor, pathParameters } from "../../../contract/call";
import { findWrittenTypes, isExtensionField } from "../../../contract/reply-fields";
import { alias } from "../../../contract/values";
import { RefusalError } from "./refusal-error";

type Json = Record<string, unknown>;

/** Builds the OpenAPI 3.1 document of the API from the contract's descriptors. */
export function buildOpenApiDocument(calls: readonly CallDescriptor[]): Json {
  const paths: Record<string, Json> = {};
  for (const call of calls) {
    const path = `/${call.path}`;
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: describeCall(call) };
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Loyalty club API",
      version: "1",
      description:
        "Every call carries the client credential, calls of a participant also the Access-Token that a login returned. " +
        "`x-audience` names the participants who may make a call; `x-error-aliases` lists the refusals of a call beside those of every call. " +
        "`x-extension` marks calls, parameters, headers and fields beyond the specification, which another upstream may lack.",
    },
    servers: [{ url: "/api" }],
    paths,
    components,
  };
}

const EXTENSION = { "x-extension": true };

function describeCall(call: CallDescriptor): Json {
  const isOpen = call.audience === "client";
  return {
    operationId: `${call.method.toLowerCase()} ${call.path}`.replace(/\W+/g, "_").replace(/_$/, ""),
    summary: call.summary,
    "x-audience": call.audience,
    ...(call.extension && EXTENSION),
    "x-error-aliases": call.aliases ?? [],
    security: [isOpen ? { client: [] } : { client: [], accessToken: [] }],
    parameters: describeParameters(call),
    ...(call.method === "POST" && { requestBody: describeBody(call) }),
    responses: { ...describeSuccesses(call), ...describeRefusals(call) },
  };
}

function describeParameters(call: CallDescriptor): Json[] {
  const { properties, required } = readObject(call.input);
  const inPath = pathParameters(call.path);
  const inQuery = call.method === "POST" ? [] : Object.keys(properties).filter((name) => !inPath.includes(name));
  return [
    ...inPath.map((name) => ({ name, in: "path", required: true, schema: properties[name] ?? { type: "string" } })),
    ...inQuery.map((name) => ({
      name,
      in: "query",
      required: required.includes(name),
      ...(call.extensionFields?.includes(name) && EXTENSION),
      schema: properties[name],
    })),
    { $ref: "#/components/parameters/requestId" },
    ...(call.idempotencyKey ? [{ $ref: "#/components/parameters/idempotencyKey" }] : []),
    ...(call.rowRange ? [{ $ref: "#/components/parameters/rowRange" }] : []),
  ];
}

function describeBody(call: CallDescriptor): Json {
  if (!call.files) {
    const schema = markExtensions(call, describeJsonBody(call));
    const required = "anyOf" in schema || (Array.isArray(schema.required) && schema.required.length > 0);
    return { required, content: { "application/json": { schema } } };
  }
  const { properties, required } = readObject(call.input);
  const files = Object.fromEntries(call.files.map((name) => [name, { type: "string", format: "binary" }]));
  const schema = {
    type: "object",
    properties: { ...properties, ...files },
    required: [...required, ...call.files.filter((name) => !call.optionalFiles?.includes(name))],
  };
  return { required: true, content: { "multipart/form-data": { schema: markExtensions(call, schema) } } };
}

/** Marks the fields of a body that another upstream needn't know. */
function markExtensions({ extensionFields }: CallDescriptor, schema: Json): Json {
  if (!extensionFields) return schema;
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [
    name,
    extensionFields.includes(name) ? { ...field, ...EXTENSION } : field,
  ]);
  return { ...schema, properties: Object.fromEntries(fields) };
}

/** The schema of a JSON body: the input without the parameters of the path. */
function describeJsonBody(call: CallDescriptor): Json {
  const schema = toJsonSchema(call.input);
  const inPath = pathParameters(call.path);
  if (inPath.length === 0) return schema;
  const { properties, required } = readObject(call.input);
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !inPath.includes(name))),
    required: required.filter((name) => !inPath.includes(name)),
  };
}

function describeSuccesses(call: CallDescriptor): Json {
  const reply = describeReply(call);
  if (!call.rowRange) return { "200": reply };
  const range = { schema: { type: "string" }, description: "Such as `rows 50-74/300`.", ...EXTENSION };
  const part = { description: "The rows that were asked for.", headers: { "Content-Range": range }, ...EXTENSION };
  return { "200": reply, "206": { ...reply, ...part } };
}

function describeReply(call: CallDescriptor): Json {
  if (call.reply === "file") {
    return {
      description: "A file: an export is UTF-8 CSV with BOM, `;` and CRLF; an uploaded file comes back as it was sent.",
      headers: { "Content-Disposition": { schema: { type: "string" } } },
      content: { "text/csv": { schema: { type: "string" } }, "*/*": { schema: { type: "string", format: "binary" } } },
    };
  }
  const schema = {
    type: "object",
    properties: { success: { const: true }, result: toJsonSchema(call.reply) },
    required: ["success", "result"],
  };
  return { description: "The reply.", content: { "application/json": { schema } } };
}

/** The refusals of a call by their status: those of every call and those of its own aliases. */
function describeRefusals(call: CallDescriptor): Json {
  const reasons = [
    alias.clientRefused,
    alias.validation,
    alias.tooOften,
    ...(call.method === "POST" ? [alias.malformed, alias.tooLarge] : []),
    ...(call.audience === "client" ? [] : [alias.sessionGone, alias.forbidden]),
    ...(pathParameters(call.path).length > 0 ? [alias.notFound] : []),
    ...(call.aliases ?? []),
  ];
  const statuses = new Map<number, string[]>();
  for (const reason of new Set(reasons)) {
    const { status } = new RefusalError(reason);
    statuses.set(status, [...(statuses.get(status) ?? []), reason]);
  }
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } };
  const headers = { "Retry-After": { $ref: "#/components/headers/retryAfter" } };
  const described = [...statuses].map(([status, aliases]) => {
    const refusal = { description: aliases.join(", "), content };
    return [String(status), status === 429 ? { ...refusal, headers } : refusal];
  });
  const failure = { description: "500 or 503: the club couldn't answer.", content, headers };
  return { ...Object.fromEntries(described), default: failure };
}

/** The JSON schema of the wire format: of an input before zod transforms it, of a reply as it is sent. */
function toJsonSchema(schema: ZodTypeAny): Json {
  const { $schema: _, ...shape } = zodToJsonSchema(schema, {
    target: "jsonSchema2019-09",
    $refStrategy: "none",
    effectStrategy: "input",
    pipeStrategy: "input",
    removeAdditionalStrategy: "strict",
    override: (definition) => {
      const types = findWrittenTypes(definition);
      // The library types an override as one of its own shapes, none of which may be null.
      return types ? (markExtension({ type: [...types] }, definition) as JsonSchema7Type) : ignoreOverride;
    },
    postProcess: (described, definition) => described && markExtension(omitAdditionalProperties(described), definition),
  }) as Json;
  return shape;
}

/** Omits `additionalProperties: true`, which is the default of JSON Schema and makes generated types hard to read. */
function omitAdditionalProperties<Schema extends object>(schema: Schema): Schema {
  if ("additionalProperties" in schema && schema.additionalProperties === true) delete schema.additionalProperties;
  return schema;
}

function markExtension<Schema extends object>(schema: Schema, definition: object): Schema {
  return isExtensionField(definition) ? { ...schema, ...EXTENSION } : schema;
}

function readObject(schema: ZodTypeAny): { properties: Record<string, unknown>; required: string[] } {
  const { properties = {}, required = [] } = toJsonSchema(schema) as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return { properties, required };
}

const components = {
  securitySchemes: {
    client: { type: "http", scheme: "basic", description: "The portal's own credential." },
    accessToken: { type: "apiKey", in: "header", name: "Access-Token", description: "Of a participant, from a login." },
  },
  parameters: {
    requestId: {
      name: "X-Request-Id",
      in: "header",
      required: false,
      description: "The logs of both sides name it.",
      ...EXTENSION,
      schema: { type: "string" },
    },
    idempotencyKey: {
      name: "Idempotency-Key",
      in: "header",
      required: false,
      description: "The same key orders the same unit once.",
      ...EXTENSION,
      schema: { type: "string" },
    },
    rowRange: {
      name: "Range",
      in: "header",
      required: false,
      description: "Rows of the page, counted from 0, such as `rows=50-74`; these alone are sent.",
      ...EXTENSION,
      schema: { type: "string" },
    },
  },
  headers: {
    retryAfter: { description: "Seconds until the call may be made again.", schema: { type: "string" } },
  },
  schemas: {
    Refusal: {
      type: "object",
      required: ["success", "errors"],
      properties: {
        success: { const: false },
        errors: { type: "array", items: { $ref: "#/components/schemas/ErrorEntry" } },
      },
    },
    ErrorEntry: {
      type: "object",
      required: ["error_lang_alias", "error_display_message", "error_system_message"],
      properties: {
        error_lang_alias: { type: "array", items: { type: "string" } },
        error_display_message: { type: "string", description: "Words for the participant, in Russian." },
        error_system_message: {
          type: "object",
          properties: { field_key: { type: "string", description: "The input field that the message speaks of." } },
        },
      },
    },
  },
};

import { z } from "zod";
import { type CallDescriptor, type CallInput, pathParameters } from "./call";
import { plainId, takesIds, writeId } from "./ids";
import { formatRowRange, type RowRange } from "./row-range";

/** Where calls go, and the client credential that every call carries. */
export interface Upstream {
  /** Scheme, host and port; `/api/…` is appended. */
  readonly origin: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** On whose behalf a call is made. */
export interface Caller {
  /** The access token of a login; without it only calls with the audience "client" are answered. */
  readonly token?: string | undefined;
  readonly requestId?: string | undefined;
  /** The participant's network address, for the upstream's rate limits. */
  readonly address?: string | undefined;
  /** The participant's browser, by which the upstream's list of sessions names it. */
  readonly userAgent?: string | undefined;
}

export interface CallOptions {
  /** For `prize/exchange`: an upstream that honours the key orders the same unit only once. */
  readonly idempotencyKey?: string | undefined;
  /** Files of a multipart call, by the name of their part. */
  readonly files?: Readonly<Record<string, File>> | undefined;
  /** The rows of a long list that are wanted; an upstream may send all the same. */
  readonly rows?: RowRange | undefined;
}

/**
 * Builds the HTTP request of a call. A field that is `undefined` or `null` has the default of its descriptor; without a
 * default it is left out.
 */
export function createRequest<D extends CallDescriptor>(
  upstream: Upstream,
  descriptor: D,
  input: CallInput<D>,
  caller: Caller = {},
  options: CallOptions = {},
): Request {
  const { method } = descriptor;
  const texts = listTexts(descriptor, input);
  const url = createUrl(upstream, descriptor, texts);
  const headers = createHeaders(upstream, caller);
  if (options.idempotencyKey) headers.set("Idempotency-Key", options.idempotencyKey);
  if (options.rows) headers.set("Range", formatRowRange(options.rows));
  if (method !== "POST") return new Request(url, { method, headers });

  if (descriptor.files) {
    const body = createForm(omitPathParameters(descriptor, texts), options.files);
    return new Request(url, { method, headers, body });
  }
  headers.set("Content-Type", "application/json");
  return new Request(url, { method, headers, body: writeBody(descriptor, input) });
}

/** The headers of every request to the upstream. */
export function createHeaders(upstream: Upstream, caller: Caller): Headers {
  const headers = new Headers({
    Authorization: formatAuthorization(upstream),
    Accept: "application/json, text/csv;q=0.9, */*;q=0.5",
  });
  if (caller.token) headers.set("Access-Token", caller.token);
  if (caller.requestId) headers.set("X-Request-Id", caller.requestId);
  if (caller.address) headers.set("X-Forwarded-For", caller.address);
  if (caller.userAgent) headers.set("User-Agent", caller.userAgent);
  return headers;
}

/** The client credential as a header. */
export function formatAuthorization({ clientId, clientSecret }: Pick<Upstream, "clientId" | "clientSecret">): string {
  return `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
}

type Field<Value = unknown> = readonly [name: string, value: Value];

/** The fields of an input that are sent: those with a value, and those with a default. */
export function listFields(descriptor: CallDescriptor, input: object): Field[] {
  const given = Object.entries(input).filter(([, value]) => value !== undefined && value !== null);
  const names = new Set(given.map(([name]) => name));
  return [...given, ...listDefaults(descriptor.input, input).filter(([name]) => !names.has(name))];
}

/** The fields of an input that have a default (`.default(…)`), with it. Optional fields without one have none. */
function listDefaults(schema: z.ZodTypeAny, input: object): Field[] {
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const option = schema.optionsMap.get(Reflect.get(input, schema.discriminator));
    return option ? listDefaults(option, input) : [];
  }
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape as z.ZodRawShape).flatMap(([name, field]) =>
    field instanceof z.ZodDefault ? [[name, field._def.defaultValue()] as const] : [],
  );
}

/** The fields of an input as an address or a form has them. */
export function listTexts(descriptor: CallDescriptor, input: object): Field<string>[] {
  const isId = findIds(descriptor);
  return listFields(descriptor, input).map(([name, value]) => [
    name,
    isId(name) ? plainId(String(value)) : String(value),
  ]);
}

/** The fields of an input as JSON, in which each id is what it came as. */
function writeBody(descriptor: CallDescriptor, input: object): string {
  const isId = findIds(descriptor);
  const fields = omitPathParameters(descriptor, listFields(descriptor, input));
  const written = fields.map(
    ([name, value]) => `${JSON.stringify(name)}:${isId(name) ? writeIds(value) : JSON.stringify(value)}`,
  );
  return `{${written.join()}}`;
}

function writeIds(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(writeIds).join()}]` : writeId(String(value));
}

const idNames = new WeakMap<z.ZodTypeAny, ReadonlySet<string>>();

/** Tells which fields of a call's input are ids. */
function findIds({ input }: CallDescriptor): (name: string) => boolean {
  const names = idNames.get(input) ?? new Set(listIds(input));
  idNames.set(input, names);
  return (name) => names.has(name);
}

function listIds(schema: z.ZodTypeAny): string[] {
  if (schema instanceof z.ZodDiscriminatedUnion) return [...schema.optionsMap.values()].flatMap(listIds);
  if (!(schema instanceof z.ZodObject)) return [];
  const fields = Object.entries(schema.shape as z.ZodRawShape);
  return fields.flatMap(([name, field]) => (takesIds(field) ? [name] : []));
}

function omitPathParameters<Value>({ path }: CallDescriptor, fields: readonly Field<Value>[]): Field<Value>[] {
  const inPath = pathParameters(path);
  return fields.filter(([name]) => !inPath.includes(name));
}

function createUrl({ origin }: Upstream, descriptor: CallDescriptor, fields: readonly Field<string>[]): URL {
  const values = new Map(fields);
  const path = descriptor.path.replace(/\{(\w+)\}/g, (_, name) => encodeSegment(values.get(name) ?? ""));
  const url = new URL(`${origin}/api/${path}`);
  if (descriptor.method === "POST") return url;
  for (const [name, value] of omitPathParameters(descriptor, fields)) url.searchParams.set(name, value);
  return url;
}

/** A part of a path. Dots would lead to another call, even when they are encoded: they are sent as an empty part. */
function encodeSegment(text: string): string {
  return text === "." || text === ".." ? "" : encodeURIComponent(text.toWellFormed());
}

function createForm(fields: readonly Field<string>[], files: Readonly<Record<string, File>> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.set(name, value);
  for (const [name, file] of Object.entries(files)) form.set(name, file, file.name);
  return form;
}

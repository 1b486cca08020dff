import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { ZodError } from "zod";
import { type CallDescriptor, pathParameters } from "../../contract/call";
import { parseRowRange } from "../../contract/row-range";
import { alias, DEFAULT_ERROR_MESSAGE, IMAGES_TOO_LARGE_MESSAGE } from "../../contract/values";
import { isUnavailableError } from "../db/unavailable-error";
import type { Services } from "../services";
import { findActor, hasClientCredential } from "./authentication";
import { describeError } from "./describe-error";
import type { Actor, Endpoint, FileReply, UploadedFile } from "./endpoint";
import { type ErrorEntry, errorEntry, RefusalError } from "./refusal-error";
import { sendFile } from "./send-file";

/** The longest request id that is recorded. */
const REQUEST_ID_LENGTH = 100;

/** When the database couldn't answer in time, or not at all. */
const UNAVAILABLE_MESSAGE = "Клуб не успел ответить. Повторите через несколько секунд.";
const RETRY_SECONDS = 10;

/** Refuses a body that is larger than the endpoint allows. */
function limitBody(endpoint: Endpoint) {
  return bodyLimit({
    maxSize: endpoint.bodyLimit,
    onError: (context) => sendRefusal(context, new RefusalError(alias.tooLarge, IMAGES_TOO_LARGE_MESSAGE)),
  });
}

/** The API under `/api`. Every call is checked in this order: client credential, Access-Token, audience, input. */
export function createRouter(endpoints: readonly Endpoint[], services: Services): Hono {
  const api = new Hono({ strict: false }).basePath("/api");
  api.onError((error, context) => handleError(error, context, services));
  api.notFound((context) => sendRefusal(context, new RefusalError(alias.notFound, "Такого адреса нет.")));
  // A path without parameters goes before one whose parameter would match it.
  const ordered = [...endpoints].sort(
    (a, b) => pathParameters(a.descriptor.path).length - pathParameters(b.descriptor.path).length,
  );
  for (const endpoint of ordered) {
    const path = `/${endpoint.descriptor.path.replace(/\{(\w+)\}/g, ":$1").replace(/\/$/, "")}`;
    api.on(endpoint.descriptor.method, path, limitBody(endpoint), (context) => handleCall(endpoint, context, services));
  }
  return api;
}

async function handleCall(endpoint: Endpoint, context: Context, services: Services): Promise<Response> {
  const { descriptor } = endpoint;
  if (!hasClientCredential(context.req.header("authorization"), services)) throw new RefusalError(alias.clientRefused);
  const token = context.req.header("access-token");
  const address = context.req.header("x-forwarded-for")?.split(",")[0]?.trim() ?? "";
  const visitor = token ? await findActor(token, services, address) : null;
  requireAudience(descriptor, visitor);
  const { values, files } = await readRequest(descriptor, context);
  if (containsNul(values)) throw new RefusalError(alias.malformed, "Текст содержит недопустимый символ.");
  const input = descriptor.input.parse(values);
  const result = await endpoint.handle(input, {
    services,
    visitor,
    get actor(): Actor {
      if (!visitor) throw new Error(`${descriptor.path} asked for the actor of an anonymous call`);
      return visitor;
    },
    files,
    idempotencyKey: context.req.header("idempotency-key") ?? null,
    rows: parseRowRange(context.req.header("range")),
    address,
    requestId: context.req.header("x-request-id")?.slice(0, REQUEST_ID_LENGTH) ?? "",
    userAgent: context.req.header("user-agent") ?? "",
  });
  if (descriptor.reply === "file") return sendFile(result as FileReply);
  const contentRange = describeRange(result);
  if (contentRange) return context.json({ success: true, result }, 206, { "Content-Range": contentRange });
  return context.json({ success: true, result: result ?? {} });
}

/** The `Content-Range` of a list of which only the wanted rows are sent; undefined for any other result. */
function describeRange(result: unknown): string | undefined {
  const { items, first_row: first, total } = (result ?? {}) as { items?: unknown; first_row?: number; total?: number };
  if (!Array.isArray(items) || first === undefined) return undefined;
  return items.length > 0 ? `rows ${first}-${first + items.length - 1}/${total}` : `rows */${total}`;
}

/** §6.4: the club itself decides who may make a call. */
function requireAudience(descriptor: CallDescriptor, visitor: Actor | null): void {
  if (descriptor.audience === "client") return;
  if (!visitor) throw new RefusalError(alias.sessionGone, "Войдите в клуб ещё раз.");
  if (!descriptor.audience.includes(visitor.participant)) {
    throw new RefusalError(alias.forbidden, "Для вашей роли это действие недоступно.");
  }
}

async function readRequest(
  descriptor: CallDescriptor,
  context: Context,
): Promise<{ values: Record<string, unknown>; files: Record<string, UploadedFile> }> {
  const pathValues = Object.fromEntries(pathParameters(descriptor.path).map((name) => [name, context.req.param(name)]));
  if (descriptor.method !== "POST") return { values: { ...context.req.query(), ...pathValues }, files: {} };
  if (descriptor.files) {
    const form = await readForm(context);
    const files: Record<string, UploadedFile> = {};
    const values: Record<string, unknown> = {};
    for (const [name, value] of form.entries()) {
      if (typeof value === "string") values[name] = value;
      else if (descriptor.files.includes(name) && value.size > 0) {
        files[name] = { name: value.name, contentType: value.type, content: Buffer.from(await value.arrayBuffer()) };
      }
    }
    return { values: { ...values, ...pathValues }, files };
  }
  const body = await readJson(context);
  return { values: { ...body, ...pathValues }, files: {} };
}

/** PostgreSQL's text has no NUL character. */
function containsNul(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\0");
  return typeof value === "object" && value !== null && Object.values(value).some(containsNul);
}

async function readForm(context: Context): Promise<FormData> {
  try {
    return await context.req.formData();
  } catch {
    throw new RefusalError(alias.malformed, "Форма с файлом не читается.");
  }
}

async function readJson(context: Context): Promise<Record<string, unknown>> {
  const text = await context.req.text();
  if (text.trim() === "") return {};
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === "object" && body !== null && !Array.isArray(body)) return { ...body };
  } catch {
    // Refused below, like any other body that isn't an object.
  }
  throw new RefusalError(alias.malformed, "Тело запроса — не JSON-объект.");
}

function sendRefusal(context: Context, refusal: RefusalError): Response {
  if (refusal.retryAfter !== undefined) context.header("Retry-After", String(refusal.retryAfter));
  return sendErrors(context, refusal.status, refusal.entries);
}

function sendErrors(context: Context, status: number, errors: readonly ErrorEntry[]): Response {
  return context.body(JSON.stringify({ success: false, errors }), status as 400, {
    "Content-Type": "application/json; charset=utf-8",
  });
}

function handleError(error: Error, context: Context, services: Services): Response {
  if (error instanceof RefusalError) return sendRefusal(context, error);
  if (error instanceof ZodError) {
    const entries = error.issues.map((issue) =>
      errorEntry(alias.validation, issue.message, issue.path[0] === undefined ? undefined : String(issue.path[0])),
    );
    return sendErrors(context, 422, entries);
  }
  services.log.error(
    {
      err: describeError(error),
      call: context.req.routePath,
      requestId: context.req.header("x-request-id"),
    },
    "a call failed",
  );
  if (!isUnavailableError(error)) return sendErrors(context, 500, [errorEntry("cts.internal", DEFAULT_ERROR_MESSAGE)]);
  context.header("Retry-After", String(RETRY_SECONDS));
  return sendErrors(context, 503, [errorEntry("cts.unavailable", UNAVAILABLE_MESSAGE)]);
}

import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { type CallDescriptor, pathParameters } from "../../../contract/call";
import { parseRowRange } from "../../../contract/row-range";
import { alias } from "../../../contract/values";
import type { Services } from "../services";
import { answerCall, describeFailure, type Identify, type RawInput } from "./answer-call";
import type { AnyCallContext, Endpoint, FileReply, UploadedFile } from "./endpoint";
import { RefusalError } from "./refusal-error";
import { sendFile } from "./send-file";

/** Refuses a body that is larger than the endpoint allows. */
function limitBody(endpoint: Pick<Endpoint, "bodyLimit" | "tooLargeMessage">, services: Services) {
  return bodyLimit({
    maxSize: endpoint.bodyLimit,
    onError: (context) => sendFailure(context, new RefusalError(alias.tooLarge, endpoint.tooLargeMessage), services),
  });
}

/** An API under `/api`. It answers calls over HTTP. */
export function createRouter<Caller extends AnyCallContext>(
  endpoints: readonly Endpoint<Caller>[],
  services: Services,
  identify: Identify<Caller>,
): Hono {
  const api = new Hono({ strict: false }).basePath("/api");
  api.onError((error, context) => sendFailure(context, error, services));
  api.notFound((context) => sendFailure(context, new RefusalError(alias.notFound, "Такого адреса нет."), services));
  // A path without parameters goes before one whose parameter would match it.
  const ordered = [...endpoints].sort(
    (a, b) => pathParameters(a.descriptor.path).length - pathParameters(b.descriptor.path).length,
  );
  for (const endpoint of ordered) {
    const path = `/${endpoint.descriptor.path.replace(/\{(\w+)\}/g, ":$1").replace(/\/$/, "")}`;
    api.on(endpoint.descriptor.method, path, limitBody(endpoint, services), (context) =>
      handleCall(endpoint, context, services, identify),
    );
  }
  return api;
}

async function handleCall<Caller extends AnyCallContext>(
  endpoint: Endpoint<Caller>,
  context: Context,
  services: Services,
  identify: Identify<Caller>,
): Promise<Response> {
  const { descriptor } = endpoint;
  const { req } = context;
  const facts = {
    authorization: req.header("authorization"),
    token: req.header("access-token"),
    address: req.header("x-forwarded-for")?.split(",")[0]?.trim() ?? "",
    idempotencyKey: req.header("idempotency-key") ?? null,
    rows: parseRowRange(req.header("range")),
    requestId: req.header("x-request-id") ?? "",
    userAgent: req.header("user-agent") ?? "",
  };
  const result = await answerCall(endpoint, services, identify, facts, () => readRequest(descriptor, context));
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

async function readRequest(descriptor: CallDescriptor, context: Context): Promise<RawInput> {
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

function sendFailure(context: Context, error: unknown, services: Services): Response {
  const { matchedRoutes, routeIndex } = context.req;
  const { status, errors, retryAfter } = describeFailure(
    error,
    services,
    // No route is matched at an address that isn't there.
    matchedRoutes[routeIndex]?.path ?? "",
    context.req.header("x-request-id"),
  );
  if (retryAfter !== undefined) context.header("Retry-After", String(retryAfter));
  return context.body(JSON.stringify({ success: false, errors }), status as 400, {
    "Content-Type": "application/json; charset=utf-8",
  });
}

import { type Context, Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { type CallDescriptor, pathParameters } from "../../../contract/call";
import { parseRowRange } from "../../../contract/row-range";
import { findTracing, inSpan } from "../../../contract/tracing";
import { alias } from "../../../contract/values";
import type { Services } from "../services";
import { answerCall, describeFailure, type Identify, type RawInput } from "./answer-call";
import type { AnyCallContext, Endpoint, FileReply, UploadedFile } from "./endpoint";
import { errorEntry, RefusalError, unknownAddress } from "./refusal-error";
import { sendFile } from "./send-file";

/** The name of who made a call, where the server around asks for it. */
export const CALLER_HEADER = "X-Caller";

/** Refuses a body that is larger than the endpoint allows. */
function limitBody(endpoint: Pick<Endpoint, "bodyLimit" | "tooLargeMessage">, services: Services) {
  return bodyLimit({
    maxSize: endpoint.bodyLimit,
    onError: (context) => sendFailure(context, new RefusalError(alias.tooLarge, endpoint.tooLargeMessage), services),
  });
}

/** Records a call, in the trace of the portal that makes it. */
function traceCall(route: string): MiddlewareHandler {
  return async (context, next) => {
    const { req } = context;
    const { method } = req;
    const from = { traceparent: req.header("traceparent"), tracestate: req.header("tracestate") };
    const facts = { "http.request.method": method, "http.route": route, "request.id": req.header("x-request-id") };
    await inSpan({ name: `${method} ${route}`, kind: "server", from, facts }, async (note) => {
      await next();
      const { status } = context.res;
      note({ "http.response.status_code": status }, status >= 500 ? String(status) : undefined);
    });
  };
}

/** An API under `/api`. It answers calls over HTTP. */
export function createRouter<Caller extends AnyCallContext>(
  endpoints: readonly Endpoint<Caller>[],
  services: Services,
  identify: Identify<Caller>,
  { nameCaller }: { readonly nameCaller?: (caller: Caller) => string } = {},
): Hono {
  const api = new Hono({ strict: false }).basePath("/api");
  api.onError((error, context) => sendFailure(context, error, services));
  api.notFound((context) => sendFailure(context, unknownAddress(), services));
  // A path without parameters goes before one whose parameter would match it.
  const ordered = [...endpoints].sort(
    (a, b) => pathParameters(a.descriptor.path).length - pathParameters(b.descriptor.path).length,
  );
  const methods = new Map<string, string[]>();
  for (const endpoint of ordered) {
    const { method, path: template } = endpoint.descriptor;
    const path = `/${template.replace(/\{(\w+)\}/g, ":$1").replace(/\/$/, "")}`;
    methods.set(path, [...(methods.get(path) ?? []), ...(method === "GET" ? ["GET", "HEAD"] : [method])]);
    if (findTracing()) api.on(method, path, traceCall(`/api/${template}`));
    api.on(method, path, limitBody(endpoint, services), (context) =>
      handleCall(endpoint, context, services, nameCaller ? naming(identify, nameCaller, context) : identify),
    );
  }
  // After all calls: a path with a parameter would match those without it.
  for (const [path, allowed] of methods) api.all(path, (context) => refuseMethod(context, allowed));
  return api;
}

/** Says in the header `X-Caller` who makes a call, whatever becomes of it: for the access log of the server around. */
function naming<Caller extends AnyCallContext>(
  identify: Identify<Caller>,
  nameCaller: (caller: Caller) => string,
  context: Context,
): Identify<Caller> {
  return async (...facts) => {
    const addCaller = await identify(...facts);
    return (call) => {
      const caller = addCaller(call);
      const name = nameCaller(caller);
      if (name !== "") {
        context.header(CALLER_HEADER, name);
        context.set(CALLER_HEADER, name);
      }
      return caller;
    };
  };
}

function refuseMethod(context: Context, allowed: readonly string[]): Response {
  const errors = [errorEntry(alias.malformed, "Этот адрес не знает такого метода.")];
  return context.json({ success: false, errors }, 405, { Allow: allowed.join(", ") });
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
  if (descriptor.reply === "file") {
    const file = sendFile(result as FileReply);
    // A response that isn't made by the context lacks the headers that were set before.
    const caller: string | undefined = context.get(CALLER_HEADER);
    if (caller) file.headers.set(CALLER_HEADER, caller);
    return file;
  }
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

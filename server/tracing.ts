import { AsyncLocalStorage } from "node:async_hooks";
import type { Attributes, Context, Link, Span } from "@opentelemetry/api";
import type { SpanExporter } from "@opentelemetry/sdk-trace-base";
import type { Logger } from "pino";
import type { Role } from "../contract/deployment";
import { ROLES } from "../contract/deployment";
import type { SpanFacts, TraceHeaders, Tracing } from "../contract/tracing";
import { VERSION } from "../contract/version";

/** At the stop the last spans are sent for this time at most; a receiver that hangs doesn't keep the process. */
const LAST_SPANS_MS = 1_000;
/** A list of many rows is one statement of many placeholders. */
const MAX_TEXT = 2_000;

/** The tracing of a process, with what its end needs. */
export interface OpenTracing {
  readonly tracing: Tracing;
  /** Sends what has been recorded, and records no more. Never throws. */
  close(): Promise<void>;
}

export interface TracingOptions {
  readonly roles: ReadonlySet<Role>;
  readonly log: () => Pick<Logger, "warn">;
}

/**
 * Loads OpenTelemetry and sends traces by OTLP over HTTP, in JSON, to where its own variables say (OTEL_EXPORTER_OTLP_ENDPOINT).
 * Its packages are imported here and nowhere else, so that a process without traces doesn't load them.
 */
export async function openTracing({ roles, log }: TracingOptions): Promise<OpenTracing> {
  const [api, core, resources, sdk, { OTLPTraceExporter }] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/core"),
    import("@opentelemetry/resources"),
    import("@opentelemetry/sdk-trace-base"),
    import("@opentelemetry/exporter-trace-otlp-http"),
  ]);
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = api;
  const resource = resources
    .defaultResource()
    .merge(resources.resourceFromAttributes({ "service.name": nameService(roles), "service.version": VERSION }))
    .merge(resources.detectResources({ detectors: [resources.envDetector] }));
  const provider = new sdk.BasicTracerProvider({
    resource,
    spanProcessors: [new sdk.BatchSpanProcessor(tellFailureOnce(new OTLPTraceExporter(), log))],
  });
  const tracer = provider.getTracer("loyalty-club", VERSION);
  const w3c = new core.W3CTraceContextPropagator();
  const running = new AsyncLocalStorage<Span>();

  const current = (): Context => {
    const span = running.getStore();
    return span ? trace.setSpan(ROOT_CONTEXT, span) : ROOT_CONTEXT;
  };
  const receive = (headers: TraceHeaders = {}): Context => w3c.extract(ROOT_CONTEXT, headers, api.defaultTextMapGetter);
  const linkTo = (headers: TraceHeaders): Link[] => {
    const context = trace.getSpanContext(receive(headers));
    return context ? [{ context }] : [];
  };
  const tracing: Tracing = {
    begin({ name, kind, facts, from, causedBy }) {
      const parent = causedBy ? ROOT_CONTEXT : running.getStore() ? current() : receive(from);
      const span = tracer.startSpan(
        name,
        {
          kind: SpanKind[kind.toUpperCase() as Uppercase<typeof kind>],
          ...(facts && { attributes: keepShort(facts) }),
          ...(causedBy && { links: linkTo(causedBy) }),
        },
        parent,
      );
      return {
        run: (work) => running.run(span, work),
        end({ name: last, facts: more, error } = {}) {
          if (last !== undefined) span.updateName(last);
          if (more) span.setAttributes(keepShort(more));
          if (error !== undefined) {
            span.setAttribute("error.type", error);
            span.setStatus({ code: SpanStatusCode.ERROR });
          }
          span.end();
        },
      };
    },
    isRunning: () => running.getStore() !== undefined,
    headers() {
      const headers: { traceparent?: string; tracestate?: string } = {};
      w3c.inject(current(), headers, api.defaultTextMapSetter);
      return headers;
    },
    ids() {
      const context = running.getStore()?.spanContext();
      return context ? { trace_id: context.traceId, span_id: context.spanId } : {};
    },
  };
  return {
    tracing,
    async close() {
      const timer = new Promise<void>((done) => void setTimeout(done, LAST_SPANS_MS).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), timer]);
    },
  };
}

/** Processes of fewer roles are services of their own in the picture of a deployment. */
function nameService(roles: ReadonlySet<Role>): string {
  return roles.size === ROLES.length ? "loyalty-club" : ["loyalty-club", ...roles].join("-");
}

function keepShort(facts: SpanFacts): Attributes {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      typeof value === "string" && value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value,
    ]),
  );
}

/** Warns when spans begin to be lost, and not again before some have arrived. */
function tellFailureOnce(exporter: SpanExporter, log: TracingOptions["log"]): SpanExporter {
  let fails = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        // 0 is success.
        const isLost = result.code !== 0;
        if (isLost && !fails) {
          log().warn({ reason: result.error?.message ?? "the receiver refuses" }, "traces are lost: nobody takes them");
        }
        fails = isLost;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}

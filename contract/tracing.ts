/** Facts of a span: names of routes, calls and errors, never a value that somebody typed or that belongs to somebody. */
export type SpanFacts = Readonly<Record<string, string | number | undefined>>;

/** Headers of W3C Trace Context, by which a trace goes on in another process. */
export interface TraceHeaders {
  readonly traceparent?: string | undefined;
  readonly tracestate?: string | undefined;
}

/** A piece of work that is about to be recorded. */
export interface SpanStart {
  readonly name: string;
  readonly kind: "server" | "client" | "consumer" | "internal";
  readonly facts?: SpanFacts;
  /** Where the trace comes from when nothing is running here. */
  readonly from?: TraceHeaders;
  /** Begins a trace of its own, which refers to the work that these headers name. */
  readonly causedBy?: TraceHeaders;
}

/** A piece of work that is being recorded. */
export interface OpenSpan {
  /** What it starts belongs to it. */
  run<R>(work: () => R): R;
  /** Ends it. With an error, by its name or code, it counts as failed. */
  end(end?: { readonly name?: string; readonly facts?: SpanFacts; readonly error?: string | undefined }): void;
}

/** Records what a request leads to, across the processes of a deployment. Implemented by `server/tracing.ts`. */
export interface Tracing {
  begin(start: SpanStart): OpenSpan;
  /** Whether anything is being recorded or left out on purpose: whoever asks belongs to some piece of work. */
  isRunning(): boolean;
  /** The headers by which the running work goes on elsewhere; empty when nothing is running. */
  headers(): TraceHeaders;
  /** What a line of the log says of the running work. */
  ids(): { readonly trace_id?: string; readonly span_id?: string };
}

/** Server and portal are two bundles with modules of their own: both find it here. */
const holder = globalThis as { [key: symbol]: Tracing | undefined };
const KEY = Symbol.for("loyalty-club.tracing");

/** The tracing of this process; undefined when nobody wants traces. */
export function findTracing(): Tracing | undefined {
  return holder[KEY];
}

/** Says who records in this process; undefined for nobody. */
export function setTracing(tracing: Tracing | undefined): void {
  holder[KEY] = tracing;
}

/** Adds facts to a span, or the error that its result means. */
export type NoteSpan = (facts: SpanFacts, error?: string) => void;

/** Does work as a span, which fails with what the work throws. Without tracing it is only done. */
export async function inSpan<R>(start: SpanStart, work: (note: NoteSpan) => Promise<R>): Promise<R> {
  const span = findTracing()?.begin(start);
  if (!span) return work(() => undefined);
  let facts: SpanFacts = {};
  let error: string | undefined;
  const note: NoteSpan = (more, failed) => {
    facts = { ...facts, ...more };
    error = failed ?? error;
  };
  try {
    return await span.run(() => work(note));
  } catch (thrown) {
    error ??= thrown instanceof Error ? thrown.name : "thrown";
    throw thrown;
  } finally {
    span.end({ facts, error });
  }
}

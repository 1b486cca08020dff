import { findTracing } from "../../../contract/tracing";
import { findErrorCode } from "./error-code";

/**
 * Records a statement of a call or a job that is traced: its text, in which placeholders stand for all values. What nobody
 * has asked for, such as looking for queued jobs, leaves no span.
 */
export async function traceStatement<R>(text: string, ask: () => Promise<R>): Promise<R> {
  const tracing = findTracing();
  if (!tracing?.isRunning()) return ask();
  const operation = /^\W*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? "statement";
  const span = tracing.begin({
    name: operation,
    kind: "client",
    facts: { "db.system.name": "postgresql", "db.operation.name": operation, "db.query.text": text },
  });
  try {
    const result = await span.run(ask);
    span.end();
    return result;
  } catch (error) {
    const code = findErrorCode(error) || "unknown";
    span.end({ facts: { "db.response.status_code": code }, error: code });
    throw error;
  }
}

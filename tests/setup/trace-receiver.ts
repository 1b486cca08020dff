import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { keepConnections } from "./kept-connections";

/** A span as it came, with its facts as an object. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly service: string;
  readonly links: readonly string[];
  readonly failed: boolean;
  readonly facts: Readonly<Record<string, string | number>>;
}

export interface TraceReceiver {
  /** What OTEL_EXPORTER_OTLP_ENDPOINT has to be. */
  readonly origin: string;
  readonly spans: ReceivedSpan[];
  /** All that was sent, as text. */
  sent(): string;
  close(): Promise<void>;
}

interface Value {
  readonly stringValue?: string;
  readonly intValue?: number;
}

const readFacts = (attributes: readonly { key: string; value: Value }[] = []) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? ""]));

/** Listens for OTLP in JSON. @param answer says something else than that all is well, or nothing at all */
export async function openTraceReceiver(answer?: (res: ServerResponse) => void): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const server = keepConnections(
    createServer(async (req, res) => {
      const body = await text(req);
      bodies.push(body);
      if (answer) return answer(res);
      for (const { resource, scopeSpans } of JSON.parse(body).resourceSpans) {
        const service = String(readFacts(resource.attributes)["service.name"]);
        for (const span of scopeSpans.flatMap((scope: { spans: object[] }) => scope.spans)) {
          const { traceId, spanId, parentSpanId, name, attributes, links = [], status } = span;
          const linked = links.map((link: { traceId: string }) => link.traceId);
          const facts = readFacts(attributes);
          spans.push({ traceId, spanId, parentSpanId, name, service, links: linked, failed: status.code === 2, facts });
        }
      }
      res.writeHead(200, { "Content-Type": "application/json" }).end("{}");
    }),
  );
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    sent: () => bodies.join("\n"),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

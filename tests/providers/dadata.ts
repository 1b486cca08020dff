import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { keepConnections } from "../setup/kept-connections";

/** A request as it arrived. */
export interface DadataRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: { readonly query: string; readonly count: number };
}

/** What becomes of the next request: a status, a body, a cut connection, or no answer at all. */
export type DadataFault = { readonly status: number } | { readonly body: string } | "cut" | "silent";

export interface Dadata {
  readonly url: string;
  readonly requests: DadataRequest[];
  /** What it knows, by INN. */
  readonly parties: Map<string, { name: string; address: string | null }>;
  /** Faults of the next requests, in their order. */
  readonly faults: DadataFault[];
  close(): Promise<void>;
}

/** A stand-in of DaData's `findById/party`, on a free port of this machine. */
export async function openDadataServer(): Promise<Dadata> {
  const requests: DadataRequest[] = [];
  const parties: Dadata["parties"] = new Map();
  const faults: DadataFault[] = [];
  const server = keepConnections(
    createServer(async (request, response) => {
      const body = await readBody(request);
      requests.push({ path: request.url ?? "", authorization: request.headers.authorization, body });
      const fault = faults.shift();
      if (fault === "silent") return;
      if (fault === "cut") return void request.socket.destroy();
      if (fault) return send(response, "status" in fault ? fault.status : 200, "body" in fault ? fault.body : "{}");
      const party = parties.get(body.query);
      const found = party && {
        value: party.name,
        unrestricted_value: party.name,
        data: {
          inn: body.query,
          kpp: null,
          type: "LEGAL",
          name: { short_with_opf: party.name, full_with_opf: null },
          state: { status: "ACTIVE" },
          address: party.address === null ? null : { value: party.address },
        },
      };
      send(response, 200, JSON.stringify({ suggestions: found ? [found] : [] }));
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    parties,
    faults,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBody(request: IncomingMessage) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as DadataRequest["body"];
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(body);
}

import { type IncomingHttpHeaders, request as requestByHttp } from "node:http";
import { Agent, request as requestByTls } from "node:https";
import { DEMO_PASSWORD } from "../../club/demo/demo-accounts";

/** The name in the certificate, under which visitors know the site. */
export const SITE = "club.example.com";

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly location: string | undefined;
}

/** Sends one request to wherever it goes, and resolves with the whole answer. */
export type Ask = (method: string, path: string, headers: Record<string, string>, body: string) => Promise<Answer>;

const ANSWER_MS = 60_000;

/** Asks the site at nginx, by TLS on connections that are kept, as browsers do. */
export function askSite(port: number): Ask {
  const agent = new Agent({ keepAlive: true, maxSockets: 64, rejectUnauthorized: false, servername: SITE });
  return (method, path, headers, body) => send(requestByTls, { agent, port, method, path, headers }, body);
}

/** Asks one port after the other as nginx would, each request another one. */
export function askInTurn(ports: readonly number[]): Ask {
  let asked = 0;
  return (method, path, headers, body) => {
    asked += 1;
    const port = ports[asked % ports.length] ?? 0;
    const forwarded = { "X-Forwarded-Proto": "https", "X-Forwarded-Host": SITE, "X-Forwarded-For": "127.0.0.1" };
    return send(requestByHttp, { port, method, path, headers: { ...forwarded, ...headers } }, body);
  };
}

interface Sent {
  readonly port: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly agent?: Agent;
}

function send(request: typeof requestByHttp | typeof requestByTls, sent: Sent, body: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers: Record<string, string> = { Host: SITE, ...sent.headers };
    if (body !== "") headers["Content-Length"] = String(Buffer.byteLength(body));
    const outgoing = request({ host: "127.0.0.1", ...sent, headers }, (incoming) => {
      const parts: Buffer[] = [];
      incoming.on("data", (part: Buffer) => parts.push(part));
      incoming.on("error", reject);
      incoming.on("end", () => {
        const { statusCode: status = 0, headers } = incoming;
        resolve({ status, headers, location: headers.location, text: Buffer.concat(parts).toString("utf8") });
      });
    });
    outgoing.setTimeout(ANSWER_MS, () => outgoing.destroy(new Error(`no answer within ${ANSWER_MS / 1000} s`)));
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** A browser without script. It keeps cookies and follows nothing by itself. */
export class Visitor {
  readonly #cookies = new Map<string, string>();

  constructor(readonly ask: Ask) {}

  get cookie(): string {
    return [...this.#cookies].map((pair) => pair.join("=")).join("; ");
  }

  open(path: string): Promise<Answer> {
    return this.#send("GET", path, "");
  }

  submit(path: string, fields: Readonly<Record<string, string>>): Promise<Answer> {
    return this.#send("POST", path, new URLSearchParams(fields).toString());
  }

  /** @throws Error when the log-in leads nowhere */
  async logIn(phone: string): Promise<void> {
    const { status, location, text } = await this.submit("/login", { login: phone, password: DEMO_PASSWORD });
    if (!location?.startsWith("/dashboard"))
      throw new Error(`${phone} could not log in: ${status} ${location} ${text.slice(0, 200)}`);
  }

  async #send(method: string, path: string, body: string): Promise<Answer> {
    const answer = await this.ask(method, path, headersOf(this.cookie, method), body);
    for (const line of answer.headers["set-cookie"] ?? []) {
      const [name = "", value = ""] = (line.split(";", 1)[0] ?? "").split(/=(.*)/s);
      if (/max-age=0/i.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    if (answer.status === 307 && answer.location) return this.#send(method, answer.location, body);
    return answer;
  }
}

/** What a browser sends along. */
export function headersOf(cookie: string, method: string): Record<string, string> {
  return {
    ...(cookie !== "" && { Cookie: cookie }),
    "Sec-Fetch-Site": "same-origin",
    ...(method === "POST" && {
      Origin: `https://${SITE}`,
      "Content-Type": "application/x-www-form-urlencoded",
    }),
  };
}

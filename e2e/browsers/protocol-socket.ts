import WebSocket from "ws";

const ANSWER_LIMIT_MS = 30_000;

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

interface Message {
  id?: number;
  method?: string;
  result?: unknown;
  error?: unknown;
  message?: string;
}

/** A web socket to a browser on which numbered commands are answered: DevTools' protocol and WebDriver BiDi are alike in it. */
export class ProtocolSocket {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("message", (data) => this.#receive(JSON.parse(data.toString())));
    socket.on("close", () => this.#failAll("The browser has closed the connection"));
  }

  static connect(address: string): Promise<ProtocolSocket> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(address, { perMessageDeflate: false, maxPayload: 2 ** 28 });
      socket.once("open", () => resolve(new ProtocolSocket(socket)));
      socket.once("error", reject);
    });
  }

  /** @throws Error when the browser refuses the command or doesn't answer */
  async send(method: string, params: object = {}): Promise<unknown> {
    const id = ++this.#last;
    let limit: NodeJS.Timeout | undefined;
    try {
      return await new Promise((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject });
        limit = setTimeout(() => reject(new Error(`The browser doesn't answer ${method}`)), ANSWER_LIMIT_MS);
        this.#socket.send(JSON.stringify({ id, method, params }));
      });
    } finally {
      clearTimeout(limit);
      this.#waiting.delete(id);
    }
  }

  close() {
    this.#socket.close();
  }

  #failAll(reason: string) {
    for (const { reject } of this.#waiting.values()) reject(new Error(reason));
  }

  #receive({ id, method, result, error, message }: Message) {
    // The process of a page may end alone: its commands are never answered then.
    if (method === "Inspector.targetCrashed") this.#failAll("The page's process has crashed");
    if (id === undefined) return;
    const waiting = this.#waiting.get(id);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(new Error(message ?? JSON.stringify(error)));
  }
}

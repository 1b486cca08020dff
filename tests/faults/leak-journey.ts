import { vi } from "vitest";

/** Everything that left the portal and the club, except the pages of the participant to whom it belongs. */
export interface Traces {
  /** Lines that were logged or printed, except those of the outbox. */
  logs: string[];
  /** Lines of the outbox, which prints the messages when no gateway is set. */
  outbox: string[];
  locations: string[];
  cookies: string[];
}

/** Captures what the process prints, until `vi.restoreAllMocks`. */
export function captureOutput(logs: string[]): void {
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, "write").mockImplementation((chunk) => {
      logs.push(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8"));
      return true;
    });
  }
  for (const method of ["log", "info", "warn", "error", "debug"] as const) {
    vi.spyOn(console, method).mockImplementation((...words: unknown[]) => void logs.push(words.map(String).join(" ")));
  }
}

export type Visitor = ReturnType<typeof createVisitor>;

interface Page {
  status: number;
  location: string | null;
  html: string;
}

/** A browser without script. It keeps cookies, follows only a redirect that repeats the form (307), and records traces. */
export function createVisitor(origin: string, traces: Traces) {
  const jar = new Map<string, string>();
  async function ask(path: string, body?: Record<string, string> | FormData): Promise<Page> {
    const response = await fetch(origin + path, {
      method: body ? "POST" : "GET",
      redirect: "manual",
      headers: { Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; "), Origin: origin },
      ...(body && { body: body instanceof FormData ? body : new URLSearchParams(body) }),
    });
    const location = response.headers.get("Location");
    if (location !== null) traces.locations.push(location);
    for (const cookie of response.headers.getSetCookie()) {
      traces.cookies.push(cookie);
      const [name = "", value = ""] = cookie.split(";", 1)[0]?.split(/=(.*)/s) ?? [];
      if (/max-age=0/i.test(cookie)) jar.delete(name);
      else jar.set(name, value);
    }
    const html = await response.text();
    if (response.status === 307 && location !== null) return ask(location, body);
    return { status: response.status, location, html };
  }
  return {
    jar,
    open: (path: string) => ask(path),
    post: (path: string, body: Record<string, string> | FormData) => ask(path, body),
  };
}

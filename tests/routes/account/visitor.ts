import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";

type Handler = (args: LoaderFunctionArgs & ActionFunctionArgs) => unknown;

/** What a loader or an action has returned or thrown. */
export interface Outcome {
  status: number;
  /** The target of a redirect. */
  location: string | null;
  /** The data of the page. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read the data of many routes
  data: any;
  /** The Set-Cookie values of the reply. */
  cookies: string[];
}

/** A browser without script, which keeps its cookies between calls of routes. */
export function createVisitor() {
  const jar = new Map<string, string>();

  async function run(handler: Handler, request: Request): Promise<Outcome> {
    const args = { request, params: {}, context: {} } as LoaderFunctionArgs & ActionFunctionArgs;
    let answer: unknown;
    try {
      answer = await handler(args);
    } catch (thrown) {
      if (!(thrown instanceof Response)) throw thrown;
      answer = thrown;
    }
    const { status, headers, data } = await readAnswer(answer);
    const cookies = headers.getSetCookie();
    for (const cookie of cookies) {
      const [name = "", value = ""] = cookie.split(";", 1)[0]?.split(/=(.*)/s) ?? [];
      if (/max-age=0/i.test(cookie)) jar.delete(name);
      else jar.set(name, value);
    }
    return { status, location: headers.get("Location"), data, cookies };
  }

  const cookieHeader = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  return {
    jar,
    get: (handler: unknown, path: string) =>
      run(handler as Handler, new Request(`http://club.test${path}`, { headers: { Cookie: cookieHeader() } })),
    post: (handler: unknown, path: string, fields: Record<string, string>) =>
      run(
        handler as Handler,
        new Request(`http://club.test${path}`, {
          method: "POST",
          headers: { Cookie: cookieHeader(), "Content-Type": "application/x-www-form-urlencoded" },
          body: new URLSearchParams(fields).toString(),
        }),
      ),
  };
}

export type Visitor = ReturnType<typeof createVisitor>;

async function readAnswer(answer: unknown): Promise<{ status: number; headers: Headers; data: unknown }> {
  if (answer instanceof Response) return { status: answer.status, headers: answer.headers, data: await answer.text() };
  if (typeof answer === "object" && answer !== null && "type" in answer && answer.type === "DataWithResponseInit") {
    const { data, init } = answer as unknown as { data: unknown; init: ResponseInit | null };
    return { status: init?.status ?? 200, headers: new Headers(init?.headers), data };
  }
  return { status: 200, headers: new Headers(), data: answer };
}

import type { AppLoadContext } from "@remix-run/node";

/** What the server gives the console. */
export interface ConsoleContext {
  /** Answers a request of the operators' API. */
  readonly fetchAsOperator: (request: Request) => Promise<Response>;
  /** Newest first: the first one seals the cookie, all of them unseal it. */
  readonly secrets: readonly string[];
  /** The cookie is `Secure` and has the prefix `__Host-`. */
  readonly secureCookies: boolean;
}

declare module "@remix-run/node" {
  interface AppLoadContext {
    console?: ConsoleContext;
  }
}

/** What every loader and action has. */
export interface PageCall {
  readonly request: Request;
  readonly context: AppLoadContext;
}

export function consoleOf({ context }: Pick<PageCall, "context">): ConsoleContext {
  if (!context.console) throw new Error("The console needs the context of the server");
  return context.console;
}

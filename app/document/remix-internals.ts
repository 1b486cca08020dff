import type { EntryContext } from "@remix-run/node";

// All that rests on parts of Remix which it doesn't document. A new version of it is checked here first.

/** The globals by which Remix's browser code takes over a page. */
export const REMIX_CONTEXT = "__remixContext";
export const REMIX_MODULES = "__remixRouteModules";
export const REMIX_MANIFEST = "__remixManifest";
export const REMIX_ROUTER = "__remixRouter";

/** The router of a hydrated page. */
export function currentRouter(): typeof window.__remixRouter {
  return window[REMIX_ROUTER];
}

/** The addresses of a route's script and of those that it imports. */
export function findRouteScript(id: string): (typeof window.__remixManifest)["routes"][string] | undefined {
  return window[REMIX_MANIFEST].routes[id];
}

/** Hands Remix what its own inline scripts would hand it before a page is hydrated. */
export function handOver(context: object, stream: Response["body"], modules: object): void {
  Object.assign(window, { [REMIX_CONTEXT]: { ...context, stream }, [REMIX_MODULES]: modules });
}

/** What is the same on every page of a release, as Remix's browser code expects it in `REMIX_CONTEXT`. */
export function readHandoff({ serverHandoffString = "{}" }: EntryContext): object {
  return JSON.parse(serverHandoffString);
}

/** Reads the router's state that Remix would stream after the page. */
export async function readState({ serverHandoffStream }: EntryContext): Promise<string> {
  let state = "";
  const reader = serverHandoffStream?.getReader();
  const decoder = new TextDecoder();
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    state += decoder.decode(read.value, { stream: true });
  }
  return state;
}

/** The context of a page that is rendered without the stream of its state, so that nothing in it could wait. */
export function withoutStream({ serverHandoffStream: _state, ...context }: EntryContext): EntryContext {
  return context;
}

/** A page whose loaders have run. It is rendered by whoever answers the request, unless the same page is there already. */
export interface UnrenderedPage {
  readonly url: string;
  readonly isLight: boolean;
  readonly status: number;
  /** From `readState`: all that the loaders have returned. */
  readonly state: string;
  readonly render: () => { readonly html: string; readonly policy: string };
}

/** The response of a page that isn't rendered yet. Of a GET, Remix hands on the very response that it got from the entry. */
class UnrenderedResponse extends Response {
  constructor(
    readonly unrendered: UnrenderedPage,
    init: ResponseInit,
  ) {
    super(null, init);
  }
}

export function respondUnrendered(page: UnrenderedPage, headers: Headers): Response {
  return new UnrenderedResponse(page, { status: page.status, headers });
}

/** The page of a response that isn't rendered yet; undefined of any other response. */
export function findUnrendered(response: Response): UnrenderedPage | undefined {
  return isUnrendered(response) ? response.unrendered : undefined;
}

/** By its property, because the server and the build that it loads have a class each. */
function isUnrendered(response: Response): response is UnrenderedResponse {
  return "unrendered" in response;
}

/** The part of jsdom that the tests use; it brings no types of its own. */
declare module "jsdom" {
  export class JSDOM {
    constructor(html: string, options?: { url?: string });
    readonly window: Window & typeof globalThis;
    /** Changes the address of the window, as of what is parsed in it from now on. */
    reconfigure(settings: { readonly url: string }): void;
  }
}

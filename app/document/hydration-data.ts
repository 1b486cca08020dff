/** The attribute in which a preload or style sheet link keeps its `rel` until the loader restores it. */
export const DEFERRED_REL = "data-rel";

/** The id of the data block with `HydrationData`; its `data-entry` is the address of the entry's script. */
export const HYDRATION_ID = "hydration";

/** The id of the data block with the router's state, in the format of turbo-stream. */
export const STATE_ID = "hydration-state";

/** What a page needs for its hydration besides its state. It stands in the page as data, so that nothing in it can run. */
export interface HydrationData {
  /** Remix's `window.__remixContext` without the state. */
  readonly context: object;
  /** The address of the script with all routes. */
  readonly manifest: string;
  /** The scripts of the page's routes, by route id. */
  readonly routes: Readonly<Record<string, string>>;
}

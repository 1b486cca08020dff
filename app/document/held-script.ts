/**
 * After a fault of the scripts they are held back: at this history entry by this member of its state, and in this tab by the name
 * of its window. Both also work where the browser blocks storage. The value is the address of the entry's script, so that the
 * next release is tried again.
 */
export const HELD_KEY = "held";

/** The member of the history entry's state with what had been typed, as a list of `TypedField`. */
export const TYPED_KEY = "typed";

/** The script of a page whose scripts are held back. `scripts/build.mjs` makes it from app/document/held-page. */
export const HELD_SCRIPT_PATH = "/held.js";

/** Where a page reports that its scripts have failed; the server knows the page by the referrer. */
export const FAULT_PATH = "/script-fault/";

/** When they failed: before the page was hydrated, so that it stayed as it was, or while it was rendered. */
export const FAULT_PHASES = ["start", "render"] as const;
export type FaultPhase = (typeof FAULT_PHASES)[number];

import { calls, extensionCalls } from "../../contract";
import type { CallDescriptor } from "../../contract/call";
import stored from "./recorded-replies.json";

/** JSON as an upstream sends it. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/**
 * Replies of the demo's club by call, such as `GET user/profile`, with two or three rows of each list and shortened texts. The
 * profile is there for each kind of participant. `recording/recording.test.ts` holds their fields against what the club sends.
 */
export const recordedReplies = stored as unknown as Readonly<Record<string, readonly Json[]>>;

/** The name of a call, as in the specification's section 7. */
export const nameCall = ({ method, path }: CallDescriptor): string => `${method} ${path}`;

/** Every call whose reply isn't a file, with each of its replies. */
export const replySamples = [...calls, ...extensionCalls].flatMap((call) =>
  (recordedReplies[nameCall(call)] ?? []).map((reply) => ({ call, name: nameCall(call), reply })),
);

/** The calls whose reply is a file. */
export const downloads = [...calls, ...extensionCalls].filter(({ reply }) => reply === "file");

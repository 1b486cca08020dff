import { participants } from "../../contract/values";

/** Everybody who may open a page: guests, and each kind of participant. */
export const visitors = ["guest", ...participants] as const;
export type Visitor = (typeof visitors)[number];

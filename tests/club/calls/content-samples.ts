import * as content from "../../../contract/content";
import { type CallSamples, samplesOf } from "./sample";

/** What everybody sees, and what everybody may write to the club. */
export const contentSamples: readonly CallSamples[] = [
  samplesOf(content.menu)({ all: () => ({ input: {} }) }),
  samplesOf(content.rules)({ all: () => ({ input: {} }) }),
  samplesOf(content.faq)({ all: () => ({ input: {} }) }),
  samplesOf(content.fileLinksByRole)({ all: () => ({ input: {} }) }),
  samplesOf(content.sendFeedback)({
    "a message": () => ({ input: { name: " Анна ", email: "Anna@Guests.example", message: "Где мой приз?" } }),
    "the same again": () => ({ input: { name: "Анна", email: "anna@guests.example", message: "Где мой приз?" } }),
    "without a message": () => ({ input: { name: "Анна", email: "anna@guests.example", message: " " } }),
  }),
];

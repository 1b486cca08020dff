import type { Recipe } from "../recipe";

/** A call that is described and neither served nor made. */
export const upstreamCall: Recipe = {
  heading: "Add an upstream call",
  steps: [
    {
      file: "contract/content.ts",
      change: [
        {
          find: `export const `,
          put: `export const listNews = defineCall({
  method: "GET",
  path: "news",
  audience: "client",
  input: z.object({}),
  reply: emptyReply,
  summary: "News of the club.",
});

export const `,
        },
      ],
    },
  ],
  warnings: [{ without: null, says: { files: ["tests/contract/section-7.test.ts"], text: "news" } }],
};

import type { Recipe } from "../recipe";

/** An act that only says what it was given. */
export const act: Recipe = {
  heading: "Add an act of operators",
  steps: [
    {
      file: "club/people/companies/operators/note-company.ts",
      change: `import { quote } from "../../../../contract/russian-quotes";
import { defineAct } from "../../../platform/acts/act";
import * as field from "../../../platform/acts/field";

export const noteCompany = defineAct({
  name: "note-company",
  group: "catalogue",
  title: "Отметить компанию",
  summary: "Note something about a company.",
  gives: "nothing",
  roles: ["content"],
  fields: { note: field.text({ label: "Отметка", help: "what to note" }) },
  async run(_, { note }) {
    return { lines: [\`Отметка \${quote(note)}.\`], subject: { kind: "company", id: 1 } };
  },
});
`,
    },
    {
      file: "club/people/companies/operators/index.ts",
      change: [
        {
          find: `import { distributorTimeZone }`,
          put: `import { noteCompany } from "./note-company";\nimport { distributorTimeZone }`,
        },
        { find: `acts: [distributorTimeZone`, put: `acts: [noteCompany, distributorTimeZone` },
      ],
    },
    {
      file: "tests/club/platform/acts/samples.ts",
      change: [
        {
          find: `  ...orderSamples,\n`,
          put: `  ...orderSamples,\n  "note-company": async () => ({ note: "склад" }),\n`,
        },
      ],
    },
  ],
  warnings: [
    {
      without: "tests/club/platform/acts/samples.ts",
      says: {
        files: ["tests/club/platform/acts/every-act.test.ts"],
        title: "every act has a sample input",
        text: "note-company",
      },
    },
  ],
  passing: { files: ["tests/club/platform/acts/every-act.test.ts"], title: "note-company" },
};

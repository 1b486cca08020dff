import type { Recipe } from "../recipe";

/** Fuel, which asks for nothing but the number of pieces. */
export const giftKind: Recipe = {
  heading: "Add a kind of gift",
  steps: [
    {
      file: "contract/values.ts",
      change: [{ find: `"giftery", "souvenir"]`, put: `"giftery", "souvenir", "fuel"]` }],
    },
    {
      file: "app/features/gifts/kinds/fuel.ts",
      change: `import { BoxDrawing } from "../../../ui/lazy/blueprint/box";
import type { GiftKind } from "./gift-kind";

export const fuel: GiftKind = {
  label: "Топливо",
  tagName: "Топливо",
  group: null,
  showcase: { code: "КЛ-05", title: "Топливо", price: "Литры", text: "На любой заправке." },
  Drawing: BoxDrawing,
  isDelivered: false,
  fields: [],
  describeFields: () => "",
};
`,
    },
    {
      file: "app/features/gifts/kinds/index.ts",
      change: [
        { find: `import type { GiftKind }`, put: `import { fuel } from "./fuel";\nimport type { GiftKind }` },
        { find: `certificate, souvenir }`, put: `certificate, souvenir, fuel }` },
      ],
    },
    {
      file: "club/gifts/prizes/kinds/fuel.ts",
      change: `import { agentAnswer } from "./evidence";
import type { PrizeKind } from "./prize-kind";

/** Litres of fuel. */
export const fuel: PrizeKind = {
  title: "Топливо",
  isCertificate: false,
  hasSizes: false,
  isDelivered: false,
  evidence: agentAnswer,
};
`,
    },
    {
      file: "club/gifts/prizes/kinds/index.ts",
      change: [
        { find: `import { phone }`, put: `import { fuel } from "./fuel";\nimport { phone }` },
        { find: `certificate, souvenir }`, put: `certificate, souvenir, fuel }` },
      ],
    },
  ],
  warnings: [
    { without: "app/features/gifts/kinds/index.ts", says: { compilerIn: "app/features/gifts/kinds/index.ts" } },
    { without: "club/gifts/prizes/kinds/index.ts", says: { compilerIn: "club/gifts/prizes/kinds/index.ts" } },
  ],
  passing: { files: ["tests/contract/gift-kinds.test.ts"] },
};

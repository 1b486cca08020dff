import type { Recipe } from "../recipe";

export const refusalWords: Recipe = {
  heading: "Change a refusal's words",
  steps: [
    {
      file: "club/sales/promotions/promo-code.ts",
      change: [{ find: `"Такого промокода нет. Проверьте`, put: `"Промокод не найден. Проверьте` }],
    },
  ],
  warnings: [
    {
      without: null,
      says: {
        files: ["tests/club/sales/promotions/promotions.test.ts"],
        title: "different messages",
        text: "Промокод не найден",
      },
    },
  ],
};

export const balanceHolders: Recipe = {
  heading: "Change who has a balance",
  steps: [
    {
      file: "contract/values.ts",
      change: [
        {
          find: `pointHolders = ["curator", "manager", "member"]`,
          put: `pointHolders = ["curator", "manager", "member", "tadam"]`,
        },
      ],
    },
  ],
  warnings: [{ without: null, says: { files: ["tests/contract/roles.test.ts"], text: "tadam" } }],
};

export const promoCodeLife: Recipe = {
  heading: "Change the life of a promo code",
  steps: [
    {
      file: "club/sales/promotions/promo-code.ts",
      change: [
        {
          find: `if (!promotion.is_enabled) return false;`,
          put: `if (promotion.is_enabled === null) return false;`,
        },
      ],
    },
  ],
  warnings: [
    {
      without: null,
      says: {
        files: ["tests/club/sales/promotions/promotions.test.ts"],
        title: "withdrawn codes",
        text: "закончился",
      },
    },
  ],
};

export const stalePage: Recipe = {
  heading: "Find why a page is stale",
  steps: [
    {
      file: "app/routes/promo._index.tsx",
      change: [
        {
          find: `  const list = await`,
          put: `  const sorting = new URL(args.request.url).searchParams.get("sorting");\n  if (sorting) console.log(sorting);\n  const list = await`,
        },
      ],
    },
  ],
  warnings: [
    {
      without: null,
      says: { files: ["tests/server/pages/identity.test.ts"], title: "reads only parameters", text: "sorting" },
    },
  ],
};

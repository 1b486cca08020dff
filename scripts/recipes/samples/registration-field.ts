import type { Recipe } from "../recipe";

/** The shop's site, an optional text. */
export const registrationField: Recipe = {
  heading: "Add a field to the member's (retail) registration",
  steps: [
    {
      file: "contract/field-rules.ts",
      change: [
        {
          find: `  promo_code: promoCodeRule,\n}`,
          put: `  promo_code: promoCodeRule,\n  shop_site: { maxLength: 200 },\n}`,
        },
      ],
    },
    {
      file: "app/features/registration/member-form.tsx",
      change: [
        {
          find: `          <ConsentFields shell`,
          put: `          <TextField shell={shell} name="shop_site" label="Сайт" {...memberRegistrationRules.shop_site} optional />
          <ConsentFields shell`,
        },
      ],
    },
    {
      file: "club/platform/db/migrations/9999-shop-sites.ts",
      change: `import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql\`alter table users add column shop_site text not null default ''\`.execute(db);
}
`,
    },
    {
      file: "club/operators/people/erasure-steps.ts",
      change: [
        { find: `      registration_network: "",\n`, put: `      registration_network: "",\n      shop_site: "",\n` },
      ],
    },
  ],
  hasMigration: true,
  warnings: [
    {
      without: "app/features/registration/member-form.tsx",
      says: { files: ["tests/ui/registration-forms.test.tsx"], text: "shop_site" },
    },
    {
      without: "club/platform/db/migrations/9999-shop-sites.ts",
      says: { compilerIn: "club/people/registration/register.ts" },
    },
    {
      without: "club/operators/people/erasure-steps.ts",
      says: { files: ["tests/club/operators/people/personal-columns.test.ts"], text: "users.shop_site" },
    },
  ],
  passing: { files: ["tests/ui/registration-forms.test.tsx", "tests/club/operators/people/personal-columns.test.ts"] },
};

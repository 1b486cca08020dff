import { defineConfig } from "vitest/config";

/** Tests of what `npm run build` has made: `npx vitest run --config vitest.built.config.ts`. */
export default defineConfig({
  test: { include: ["tests/built/**/*.test.ts"], testTimeout: 180_000 },
});

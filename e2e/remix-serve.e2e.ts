import { createDataFolder } from "./setup/data-folder";
import { hydrate } from "./setup/hydrate";
import { logInByForm } from "./setup/participant";
import { startRemixServe } from "./setup/server";
import { test as base, expect } from "./setup/test";

/** The portal alone, run by `remix-serve` before the worker's club. */
const test = base.extend<{ portal: { origin: string } }>({
  portal: [
    async ({ server }, use) => {
      const folder = await createDataFolder();
      const portal = await startRemixServe(folder.path, server.clubOrigin);
      await use(portal);
      await portal.stop();
      await folder.remove();
    },
    { timeout: 120_000 },
  ],
  baseURL: async ({ portal }, use) => use(portal.origin),
});

test("architecture: remix-serve runs the build: pages open and a participant logs in @js", async ({ page }) => {
  for (const path of ["/", "/login"]) expect((await page.goto(path))?.status()).toBe(200);
  await hydrate(page);
  await logInByForm(page, "79000000003");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

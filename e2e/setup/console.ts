import { expect, type Page } from "@playwright/test";
import { findFreePort } from "../../tests/setup/free-port";
import { copyDataFolder, createDataFolder } from "./data-folder";
import { findViolations } from "./screen-checks";
import { startServer } from "./server";

/** The operator of a demo. */
export const OPERATOR = { login: "operator@example.com", password: "club-demo-1" };

/** A console of a server of its own, on a copy of the demo's data. */
export interface RunningConsole {
  readonly origin: string;
  stop(): Promise<void>;
}

/** @param host the name or address by which the browser reaches the console @param env further variables by its origin */
export async function startConsole(
  host = "127.0.0.1",
  env: (origin: string) => Record<string, string> = () => ({}),
): Promise<RunningConsole> {
  const folder = await createDataFolder();
  await copyDataFolder(process.env.E2E_SEEDED_DATA ?? "", folder.path);
  const port = await findFreePort();
  const origin = `http://${host}:${port}`;
  const server = await startServer(folder.path, { OPERATOR_PORT: String(port), ...env(origin) });
  return {
    origin,
    async stop() {
      await server.stop();
      await folder.remove();
    },
  };
}

/**
 * The page fits the screen and passes axe, which needs script. With CONSOLE_SCREENS, the folder of that name gets its pictures.
 * @param widths of the screen in px; the present one without them
 */
export async function checkScreen(page: Page, name: string, widths?: readonly number[]) {
  expect(await findViolations(page, name)).toEqual([]);
  for (const width of widths ?? [page.viewportSize()?.width ?? 0]) {
    if (widths) await page.setViewportSize({ width, height: 800 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${name} is wider than ${width}`).toBeLessThanOrEqual(0);
    const folder = process.env.CONSOLE_SCREENS;
    if (folder) await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true });
  }
}

import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { parse } from "csv-parse/sync";

/** Clicks a link to a CSV file. @returns its rows, with the header first */
export async function downloadRows(page: Page, link: Locator): Promise<string[][]> {
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  return parse(await readFile(await download.path()), { bom: true, delimiter: ";", relaxColumnCount: true });
}

import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { test as base } from "../setup/test";
import { type TestedBrowser, testedBrowsers } from "./browser-list";
import { buildPageSide, Visitor } from "./visitor";

interface WorkerFixtures {
  pageSideCode: string;
}

interface TestFixtures {
  /** Starts the project's browser, with or without the pages' script. */
  visit(script: boolean): Promise<Visitor>;
  /** Whether the portal's script runs in the project's browser. */
  runsScript: boolean;
  /** Notes a fact for the table at the end. */
  note(type: "styled" | "script" | "destroyed", description: string): void;
  /** Keeps a picture of the page where pictures are wanted. */
  keepPicture(visitor: Visitor, name: string): Promise<void>;
}

/** Width in CSS px of the phone that all pages have to fit. */
export const PHONE_WIDTH = 360;

/** Folder for pictures; none are taken without it. */
const pictures = process.env.BROWSER_PICTURES;

/** The portal's own server for each worker, and the browser that the project is named after. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameters of a fixture
  pageSideCode: [async ({}, use) => use(await buildPageSide()), { scope: "worker" }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameters of a fixture
  runsScript: async ({}, use, { project }) => use(findBrowser(project.name).script),
  visit: async ({ server, pageSideCode }, use, { project }) => {
    const browser = findBrowser(project.name);
    const started: { close(): Promise<void> }[] = [];
    await use(async (script) => {
      const driver = await browser.start({ script });
      started.push(driver);
      await driver.resize(PHONE_WIDTH, 640);
      return new Visitor(driver, pageSideCode, server.origin);
    });
    for (const driver of started) await driver.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameters of a fixture
  note: async ({}, use, { annotations }) => use((type, description) => void annotations.push({ type, description })),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameters of a fixture
  keepPicture: async ({}, use, { project }) =>
    use(async (visitor, name) => {
      if (!pictures) return;
      const folder = path.join(pictures, project.name);
      await mkdir(folder, { recursive: true });
      await writeFile(path.join(folder, `${name}.png`), await visitor.takePicture(PHONE_WIDTH));
    }),
});

function findBrowser(project: string): TestedBrowser {
  const browser = testedBrowsers.find(({ name }) => name === project);
  if (!browser) throw new Error(`There is no browser ${project}`);
  return browser;
}

export { expect } from "@playwright/test";

import { afterAll, beforeAll, expect, test } from "vitest";
import { createDataFolder, type DataFolder } from "../../e2e/setup/data-folder";
import { type RunningServer, startServer } from "../../e2e/setup/server";
import { listExcesses, type PageWeight, WEIGHED_ROLES, weighScreens } from "../../scripts/page-weights";

/** A portal of its own: what other tests order would make the demo's pages longer. */
let folder: DataFolder;
let server: RunningServer;

beforeAll(async () => {
  folder = await createDataFolder();
  server = await startServer(folder.path);
});
afterAll(async () => {
  await server?.stop();
  await folder?.remove();
});

for (const role of WEIGHED_ROLES) {
  test(`architecture: every page of ${role} is within its limits of HTML, CSS and script`, async () => {
    const weights: PageWeight[] = [];
    for await (const weight of weighScreens(server.origin, "build/client", role)) weights.push(weight);
    expect(weights.length).toBeGreaterThan(0);
    for (const { css, inlineScript, script } of weights) expect(Math.min(css, inlineScript, script)).toBeGreaterThan(0);
    expect(weights.flatMap(listExcesses)).toEqual([]);
    // Without the document type a browser is in its quirks mode.
    expect(weights.filter(({ text }) => !text.startsWith("<!DOCTYPE html>")).map(({ path }) => path)).toEqual([]);
  });
}

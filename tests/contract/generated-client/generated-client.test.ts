import { copyFile, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import { login } from "../../../contract/accounts";
import { formatAuthorization } from "../../../contract/request";
import { ROOT } from "../../architecture/sources";
import { makeCsv, makeSales, readReportDirectory } from "../../files/report-files";
import { DEMO_PASSWORD, openTestClub, type TestClub } from "../../setup/club";
import { CLIENT_ID, CLIENT_SECRET } from "../../setup/club-call";
import { phones } from "../../setup/demo";

let club: TestClub;
let folder: string;

beforeAll(async () => {
  club = await openTestClub({ seed: true });
  folder = await mkdtemp(path.join(tmpdir(), "generated-client-"));
  await symlink(path.join(ROOT, "node_modules"), path.join(folder, "node_modules"));
  await copyFile(path.join(import.meta.dirname, "journey.ts"), path.join(folder, "journey.ts"));
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ type: "module" }));
  await writeFile(path.join(folder, "paths.d.ts"), await generateTypes());
});
afterAll(async () => {
  await club?.close();
  if (folder) await rm(folder, { recursive: true });
});

/** The types of a client, made of `openapi.json` as anybody would make them. */
async function generateTypes(): Promise<string> {
  const response = await fetch(`${club.origin}/api/openapi.json`);
  const document = (await response.json()) as OpenAPI3;
  const file = ts.factory.createTypeReferenceNode("Blob");
  return astToString(
    await openapiTS(document, { transform: (schema) => (schema.format === "binary" ? file : undefined) }),
  );
}

/** Compiles a file beside the generated types. @returns what the compiler objects to */
function compile(fileName: string): string[] {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.dom.d.ts", "lib.dom.iterable.d.ts", "lib.es2023.d.ts"],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    types: [],
  };
  const program = ts.createProgram([path.join(folder, fileName)], options);
  const { diagnostics } = program.emit();
  return [...ts.getPreEmitDiagnostics(program), ...diagnostics].map(({ messageText }) =>
    ts.flattenDiagnosticMessageText(messageText, "\n"),
  );
}

test("§1.3 §1.6 §7.1 §8.1 a client generated from openapi.json makes the main journey", async () => {
  expect(compile("journey.ts")).toEqual([]);
  const { makeJourney } = await import(path.join(folder, "journey.js"));
  const { user_id } = await club.ask(login, { login: phones.curator, password: DEMO_PASSWORD });
  const directory = await readReportDirectory(club.db, Number(user_id));
  const sales = makeSales(directory, 3, "2025-06-01");
  const done = await makeJourney({
    origin: club.origin,
    credential: formatAuthorization({ clientId: CLIENT_ID, clientSecret: CLIENT_SECRET }),
    password: DEMO_PASSWORD,
    phones,
    report: { name: "июнь.csv", content: new Uint8Array(makeCsv(sales)) },
    wait: () => delay(50),
  });
  expect(done.agreement).toEqual({ before: false, after: true });
  const { price } = done.order;
  expect(price).toBeGreaterThan(0);
  expect(done.order).toEqual({ paid: price, price, status: "new", spent: price });
  expect(done.deals).toEqual({ total: expect.any(Number), distributor: expect.stringMatching(/./) });
  expect(done.deals.total).toBeGreaterThan(0);
  expect(done.report).toEqual({ counted: 3, article: sales[0]?.articleCode });
  expect(done.refusal).toMatch(/\p{Script=Cyrillic}/u);
});

test("§7.1 what the description doesn't have, such a client can't ask for", async () => {
  const wrong = 'client.POST("/login", { body: { login: "a" } }); client.GET("/prize/list", { params: { path: {} } });';
  const text = `import createClient from "openapi-fetch";\nimport type { paths } from "./paths";\nconst client = createClient<paths>();\n${wrong}\n`;
  await writeFile(path.join(folder, "wrong.ts"), text);
  expect(compile("wrong.ts")).toEqual([
    expect.stringContaining("Property 'password' is missing"),
    expect.stringContaining("'{}' is not assignable to type 'undefined'"),
  ]);
});

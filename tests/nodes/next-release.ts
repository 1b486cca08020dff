import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { VERSION } from "../../contract/version";
import { replaceOnce } from "../setup/replace-once";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** What is made up: a release after this one, with a step of the schema and scripts under other names. */
export const NEXT_VERSION = "999.0.0";
export const NEXT_MIGRATION = "9999-next-release";

/** It only adds, as most do: a column with a default, which this release knows nothing of, and a table. */
const STEP = `{async up(db){
  await db.schema.alterTable("exchanges").addColumn("next_note","text",(c)=>c.notNull().defaultTo("")).execute();
  await db.schema.createTable("next_things").addColumn("id","integer",(c)=>c.primaryKey()).execute();
}}`;

/** Within it the packages are found as in this folder; through a link to them React would be there twice. */
const PLACE = path.join(ROOT, "node_modules", ".cache");

/** Makes the next release of this build. @returns the folder in which its processes are started, to be removed in the end */
export async function makeNextRelease(): Promise<string> {
  await mkdir(PLACE, { recursive: true });
  const folder = await mkdtemp(path.join(PLACE, "next-release-"));
  await cp(path.join(ROOT, "build"), path.join(folder, "build"), { recursive: true });
  await cp(path.join(ROOT, "package.json"), path.join(folder, "package.json"));
  for (const name of ["server.js", "club.js"]) await changeProgram(path.join(folder, "build", name));
  await renameAssets(path.join(folder, "build"));
  return folder;
}

async function changeProgram(file: string): Promise<void> {
  const program = joinLines(await readFile(file, "utf8"));
  const changed = replaceOnce(program, 'migrations={"0001-', `migrations={"${NEXT_MIGRATION}":${STEP},"0001-`, file);
  await writeFile(file, replaceOnce(changed, `version:"${VERSION}"`, `version:"${NEXT_VERSION}"`, file));
}

/** Joins the texts that the bundler has broken to keep its lines short. */
function joinLines(program: string): string {
  return program.replace(/\\(.)/gs, (pair, character) => (character === "\n" ? "" : pair));
}

/** Gives every script and style of the pages another name, in all that mentions it. */
async function renameAssets(build: string): Promise<void> {
  const assets = path.join(build, "client", "assets");
  const names = new Map<string, string>();
  for (const name of await readdir(assets)) {
    // What is compressed has the old names in it.
    if (/\.(?:br|gz)$/.test(name)) await rm(path.join(assets, name));
    else names.set(name, `next-${name}`);
  }
  for (const folder of [assets, path.join(build, "server")]) {
    for (const name of await readdir(folder, { recursive: true })) {
      if (!/\.(?:js|css)$/.test(name)) continue;
      const file = path.join(folder, name);
      const text = await readFile(file, "utf8");
      await writeFile(
        file,
        text.replace(/[\w-]+\.\w+/g, (word) => names.get(word) ?? word),
      );
    }
  }
  for (const [name, next] of names) await rename(path.join(assets, name), path.join(assets, next));
}

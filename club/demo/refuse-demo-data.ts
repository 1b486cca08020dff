import { isPlaceholderAddress } from "../../contract/deployment";
import { readLinks } from "../contents/links";
import type { Db } from "../platform/services";
import { DEMO_MARKER } from "./demo-accounts";
import { isPrintedLegalDocument } from "./legal-documents";
import { listRulesTexts } from "./rules-documents";

/** A real club was started on the data of a demo. The message says in a line each what is wrong and what to do. */
export class DemoDataError extends Error {
  override name = "DemoDataError";
}

/** The support number of the demo, 7 800 000-00-00, however it is written. */
const PLACEHOLDER_PHONE = /^[78]80+$/;

/** Refuses the database of a demo, and contents that are a demo's placeholders. @throws DemoDataError */
export async function refuseDemoData(db: Db): Promise<void> {
  const marker = await db.selectFrom("settings").select("name").where("name", "=", DEMO_MARKER).executeTakeFirst();
  if (marker) {
    throw new DemoDataError(
      "The database was seeded as a demo, and everybody knows its people's password. A real club (PUBLIC_ORIGIN is https) needs a database of its own: set DATABASE_URL to an empty one, or DATA_DIR to an empty folder.",
    );
  }
  const placeholders = await listPlaceholders(db);
  if (placeholders.length > 0) {
    throw new DemoDataError(
      `The contents of the club still have placeholders of a demo: ${placeholders.join(", ")}. Replace them by: npm run club -- set-content <file>`,
    );
  }
}

/** The contents that are still those of a demo, such as `links.support.phone` and `rules retail-rules`. */
export async function listPlaceholders(db: Db): Promise<string[]> {
  const { support, socials: _socials, ...links } = await readLinks(db);
  const found: string[] = [];
  if (PLACEHOLDER_PHONE.test(support.phone.replace(/\D/g, ""))) found.push("links.support.phone");
  if (isPlaceholderAddress(support.email)) found.push("links.support.email");
  for (const [name, link] of Object.entries(links)) {
    if (isPlaceholderAddress(link) || isPrintedLegalDocument(link)) found.push(`links.${name}`);
  }
  const rules = await db
    .selectFrom("rules_documents")
    .select("code")
    .where("text", "in", listRulesTexts())
    .orderBy("code")
    .execute();
  return [...found, ...rules.map(({ code }) => `rules ${code}`)];
}

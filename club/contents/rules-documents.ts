import { fileLinksByRole, rules } from "../../contract/content";
import { rulesCodes } from "../../contract/values";
import { endpoint } from "../platform/http/endpoint";
import type { Db } from "../platform/services";

/** The codes of the documents in each group of the reply `user/file/links/by-roles/` (§2.1.7). */
const codesByGroup = {
  curator: [rulesCodes.curator, rulesCodes["system-curator"]],
  sales: [rulesCodes.manager, rulesCodes["system-manager"]],
  retail: [rulesCodes.member],
} as const;

export const listRulesEndpoint = endpoint(rules, async (_input, { services: { db } }) => ({
  items: await listRules(db),
}));

/** Reads the programme rules in their order. `link` is the address of the document's file, empty when it has none. */
async function listRules(db: Db) {
  const documents = await db
    .selectFrom("rules_documents")
    .select(["code", "title", "text", "file_name"])
    .orderBy("position")
    .orderBy("code")
    .execute();
  return documents.map(({ code, title, text, file_name }) => ({ code, title, text, link: mediaLink(file_name) }));
}

/** Lists the links of the rules documents by group; a document without a file is left out. */
export const listFileLinksEndpoint = endpoint(fileLinksByRole, async (_input, { services: { db } }) => {
  const documents = await listRules(db);
  const linksOf = (codes: readonly string[]) =>
    documents.filter(({ code, link }) => codes.includes(code) && link !== "").map(({ code, link }) => ({ code, link }));
  return {
    curator: linksOf(codesByGroup.curator),
    sales: linksOf(codesByGroup.sales),
    retail: linksOf(codesByGroup.retail),
  };
});

/** The path under which the club serves a file, or an empty text. */
function mediaLink(fileName: string | null): string {
  return fileName === null ? "" : `/media/${encodeURIComponent(fileName)}`;
}

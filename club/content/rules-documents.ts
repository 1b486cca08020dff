import { fileLinksByRole, rules } from "../../contract/content";
import { rulesCodes } from "../../contract/values";
import { endpoint } from "../http/endpoint";
import type { Db } from "../services";

/** Whose documents the groups of `user/file/links/by-roles/` hold (§2.1.7). */
const groups = {
  curator: [rulesCodes.curator, rulesCodes["system-curator"]],
  sales: [rulesCodes.manager, rulesCodes["system-manager"]],
  retail: [rulesCodes.member],
} as const;

export const listRulesEndpoint = endpoint(rules, async (_input, { services: { db } }) => ({
  items: await listRules(db),
}));

/** Programme rules in their order; `link` is the document's file, empty when there is none. */
async function listRules(db: Db) {
  const documents = await db
    .selectFrom("rules_documents")
    .select(["code", "title", "text", "file_name"])
    .orderBy("position")
    .orderBy("code")
    .execute();
  return documents.map(({ code, title, text, file_name }) => ({ code, title, text, link: mediaLink(file_name) }));
}

/** Links of the rules documents by group; a document without a file isn't listed. */
export const listFileLinksEndpoint = endpoint(fileLinksByRole, async (_input, { services: { db } }) => {
  const documents = await listRules(db);
  const linksOf = (codes: readonly string[]) =>
    documents.filter(({ code, link }) => codes.includes(code) && link !== "").map(({ code, link }) => ({ code, link }));
  return { curator: linksOf(groups.curator), sales: linksOf(groups.sales), retail: linksOf(groups.retail) };
});

/** Where the club serves a file of its own. */
function mediaLink(fileName: string | null): string {
  return fileName === null ? "" : `/media/${encodeURIComponent(fileName)}`;
}

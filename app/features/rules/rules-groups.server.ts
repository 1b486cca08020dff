import type { RulesDocument } from "../../../contract/content";

/** A rules document as the list shows it. */
export interface RulesDocumentView {
  code: string;
  title: string;
  link: string;
}

export interface RulesGroup {
  title: string;
  documents: RulesDocumentView[];
}

type FileLinks = Record<"curator" | "sales" | "retail", readonly { code: string; link: string }[]>;

/** Whose documents a group holds, in the order of those who read them most. */
const groupTitles = [
  ["retail", "Магазинам и сервисам"],
  ["sales", "Отделам продаж"],
  ["curator", "Кураторам дистрибьюторов"],
] as const;

/**
 * The rules documents by group (§3.1). A document that no group names stands in a group of its own at the end; a file
 * without a text is listed under its group's name.
 */
export function groupRules(documents: readonly RulesDocument[], files: FileLinks): RulesGroup[] {
  const grouped = new Set<string>();
  const groups = groupTitles.map(([key, title]) => ({
    title,
    documents: files[key].map(({ code, link }) => {
      grouped.add(code);
      const document = documents.find((one) => one.code === code);
      return { code, title: document?.title || title, link: document?.link || link };
    }),
  }));
  const others = documents
    .filter(({ code }) => !grouped.has(code))
    .map(({ code, title, link }) => ({ code, title: title || "Правила программы", link }));
  return [...groups, { title: "Другие документы", documents: others }].filter((group) => group.documents.length > 0);
}

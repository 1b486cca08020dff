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

/** The groups in the order of the page. */
const groupTitles = [
  ["retail", "Магазинам и сервисам"],
  ["sales", "Отделам продаж"],
  ["curator", "Кураторам дистрибьюторов"],
] as const;

/**
 * The rules documents by group (§3.1). Documents that are in no group come last, in a group of their own. A file without a
 * document has its group's title.
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

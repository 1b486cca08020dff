import { once } from "node:events";
import { startThread } from "../platform/threads/start-thread";
import type { DocumentText } from "./render-pdf";

/** What the thread gets. */
export interface PdfTask {
  readonly documents: readonly DocumentText[];
  readonly subject: string;
}

/**
 * Renders documents as PDF files, in their order, with their subject at the head of every page. The library and its fonts
 * need 40 MB, which go with the thread. It takes about a second, so call it before a transaction and not in it.
 */
export async function renderPdfs<const Documents extends readonly DocumentText[]>(
  documents: Documents,
  subject: string,
) {
  const task: PdfTask = { documents, subject };
  const [rendered] = await once(startThread("pdf-worker", { workerData: task }), "message");
  return (rendered as Uint8Array[]).map((pdf) => Buffer.from(pdf)) as { [Index in keyof Documents]: Buffer };
}

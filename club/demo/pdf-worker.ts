import { parentPort, workerData } from "node:worker_threads";
import type { PdfTask } from "./pdf-thread";
import { renderPdf } from "./render-pdf";

const { documents, subject } = workerData as PdfTask;
const rendered: Uint8Array[] = [];
for (const document of documents) rendered.push(await renderPdf(document, subject));
parentPort?.postMessage(rendered);

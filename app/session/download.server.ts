import type { CallDescriptor, CallInput } from "../../contract/call";
import { finishForm } from "./reply.server";
import type { Visit } from "./visit.server";

/**
 * Passes an export through as a file of the person's own, kept nowhere. A refusal leads back to the page that offered the
 * file, with the upstream's words.
 */
export async function sendDownload<D extends CallDescriptor>(
  visit: Pick<Visit, "download">,
  descriptor: D,
  input: CallInput<D>,
  backTo: string,
): Promise<Response> {
  const answer = await visit.download(descriptor, input);
  if (!answer.ok) return finishForm(backTo, { kind: "error", title: "Файл не готов", text: answer.refusal.message });
  const file = answer.result;
  file.headers.set("Cache-Control", "private, no-store");
  return file;
}

import type { CallDescriptor, CallInput } from "../../contract/call";
import { redirectWithNotice } from "./reply.server";
import type { Visit } from "./visit.server";

/**
 * Streams an export to the browser; no cache may store it. A refusal redirects to the page that offered the file, with the
 * upstream's message.
 */
export async function sendDownload<D extends CallDescriptor>(
  visit: Pick<Visit, "download">,
  descriptor: D,
  input: CallInput<D>,
  backTo: string,
): Promise<Response> {
  const answer = await visit.download(descriptor, input);
  if (!answer.ok)
    return redirectWithNotice(backTo, { kind: "error", title: "Файл не готов", text: answer.refusal.message });
  const file = answer.result;
  file.headers.set("Cache-Control", "private, no-store");
  return file;
}

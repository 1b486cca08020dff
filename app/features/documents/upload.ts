import type { SubmissionResult } from "@conform-to/react";
import { useSyncExternalStore } from "react";

/** The reply to an upload: where to go next, or the errors of the form. */
export type UploadReply = { to: string } | { result: SubmissionResult };

/** After an outage or a lost session the reply is a redirect to a page, which has to be opened. */
export type UploadOutcome = UploadReply | { page: string };

const LOST_REPLY: UploadReply = {
  result: { status: "error", error: { "": ["Связь прервалась, документы не переданы. Передайте их ещё раз."] } },
};

let progress: number | null = null;
const listeners = new Set<() => void>();

function setProgress(next: number | null) {
  progress = next;
  for (const listener of listeners) listener();
}

/** Sends a form by XMLHttpRequest, because `fetch` can't report the progress of an upload. */
export function uploadForm(address: string, form: FormData): Promise<UploadOutcome> {
  const request = new XMLHttpRequest();
  return new Promise<UploadOutcome>((resolve) => {
    request.open("POST", address);
    request.setRequestHeader("Accept", "application/json");
    request.upload.onprogress = ({ loaded, total }) => setProgress(total > 0 ? loaded / total : null);
    request.onload = () => resolve(readReply(request));
    request.onerror = () => resolve(LOST_REPLY);
    request.send(form);
  }).finally(() => setProgress(null));
}

/** The progress of the running upload, from 0 to 1; null while there is none. */
export function useUploadProgress(): number | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => progress,
    () => null,
  );
}

function readReply(request: XMLHttpRequest): UploadOutcome {
  const isJson = request.getResponseHeader("Content-Type")?.startsWith("application/json");
  return isJson ? (JSON.parse(request.responseText) as UploadReply) : { page: request.responseURL };
}

import type { SubmissionResult } from "@conform-to/react";
import { useSyncExternalStore } from "react";

/** What the address that takes uploads answers: where to go next, or what is wrong. */
export type UploadAnswer = { to: string } | { result: SubmissionResult };

/** Anything else (an outage, a session that is gone) led to a page of its own, which is to be opened. */
export type UploadOutcome = UploadAnswer | { page: string };

const LOST: UploadAnswer = {
  result: { status: "error", error: { "": ["Связь прервалась, документы не переданы. Отправьте их ещё раз."] } },
};

let share: number | null = null;
const listeners = new Set<() => void>();

function setShare(next: number | null) {
  share = next;
  for (const listener of listeners) listener();
}

/** Sends a form and tells on the way how much of it is gone, which `fetch` can't. */
export function uploadForm(address: string, form: FormData): Promise<UploadOutcome> {
  const request = new XMLHttpRequest();
  return new Promise<UploadOutcome>((resolve) => {
    request.open("POST", address);
    request.setRequestHeader("Accept", "application/json");
    request.upload.onprogress = ({ loaded, total }) => setShare(total > 0 ? loaded / total : null);
    request.onload = () => resolve(readAnswer(request));
    request.onerror = () => resolve(LOST);
    request.send(form);
  }).finally(() => setShare(null));
}

/** How much of the running upload is gone, from 0 to 1; null while nothing is being sent. */
export function useUploadShare(): number | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => share,
    () => null,
  );
}

function readAnswer(request: XMLHttpRequest): UploadOutcome {
  const isJson = request.getResponseHeader("Content-Type")?.startsWith("application/json");
  return isJson ? (JSON.parse(request.responseText) as UploadAnswer) : { page: request.responseURL };
}

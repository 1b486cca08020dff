import { useNavigation, useResolvedPath } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { FormShell } from "./form-shell";

/** session: outlives the page, for as long as its tab; page: is gone with the page. */
type Memory = "session" | "page";

const PREFIX = "draft:";
const pageMemory = new Map<string, string>();

/**
 * Keeps what is typed into a form until it has done its work, where script runs: passwords, codes and cards excepted. It
 * comes back into fields that are still empty. Not for forms with a passport in them.
 * @param name of the draft; the same form on a page and in a dialog shares one
 */
export function useFormDraft(
  shell: Pick<FormShell, "id" | "action" | "result" | "done">,
  name: string,
  memory?: Memory,
) {
  const { id } = shell;
  const done = useIsDone(shell);
  const isOver = useRef(false);
  isOver.current = done;
  const isAnswered = useRef(Boolean(shell.result));

  useEffect(() => {
    const form = document.getElementById(id);
    if (!(form instanceof HTMLFormElement)) return;
    // What came back from the server is newer.
    const kept = isAnswered.current ? null : readDraft(name, memory);
    if (kept) fetchKeeper().then(({ restoreDraft }) => restoreDraft(form, kept), noDraft);
    const keep = () => {
      fetchKeeper().then(({ serializeDraft }) => {
        if (!isOver.current) writeDraft(name, memory, serializeDraft(form));
      }, noDraft);
    };
    form.addEventListener("input", keep);
    form.addEventListener("change", keep);
    return () => {
      form.removeEventListener("input", keep);
      form.removeEventListener("change", keep);
    };
  }, [id, name, memory]);

  useEffect(() => {
    if (done) removeDraft(name, memory);
  }, [done, name, memory]);
}

/** True once the answer to the form is a way to another page, or its dialog goes on by itself. */
function useIsDone({ action, done }: Pick<FormShell, "action" | "done">): boolean {
  const { state, formAction, location } = useNavigation();
  const target = trimSlash(useResolvedPath(action ?? ".").pathname);
  if (done) return true;
  if (state !== "loading" || !formAction) return false;
  return trimSlash(formAction.split("?")[0] ?? "") === target && trimSlash(location.pathname) !== target;
}

/** For a change of what is asked for (§4.6). */
export function removeDraft(name: string, memory: Memory = "session"): void {
  if (memory === "page") pageMemory.delete(name);
  else attempt(() => sessionStorage.removeItem(PREFIX + name));
}

/** For whoever uses the device next. */
export function removeAllDrafts(): void {
  pageMemory.clear();
  attempt(() => {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  });
}

function readDraft(name: string, memory: Memory = "session"): string | null | undefined {
  return memory === "page" ? pageMemory.get(name) : attempt(() => sessionStorage.getItem(PREFIX + name));
}

function writeDraft(name: string, memory: Memory = "session", draft: string): void {
  if (memory === "page") pageMemory.set(name, draft);
  else attempt(() => sessionStorage.setItem(PREFIX + name, draft));
}

/** Comes when something is typed, or was. */
const fetchKeeper = () => import("../lazy/draft-fields");
const noDraft = () => undefined;

/** A browser that keeps nothing for us keeps no drafts either. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function trimSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, "") : path;
}

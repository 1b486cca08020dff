import { useLocation, useResolvedPath } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { serializeDraft } from "./draft-fields";
import type { FormShell } from "./form-shell";

/** session: sessionStorage, until the tab is closed; page: memory, until the page is reloaded. */
type DraftStorage = "session" | "page";

const PREFIX = "draft:";
const pageMemory = new Map<string, string>();

/**
 * Saves what is typed into a form until the form has succeeded, and restores it into fields that are still empty. Passwords,
 * one-time codes and card numbers are never saved; forms with passport data don't use drafts at all.
 * @param name identifies the draft; the same form on a page and in a dialog shares one
 */
export function useFormDraft(
  shell: Pick<FormShell, "id" | "action" | "result" | "done" | "sent">,
  name: string,
  storage?: DraftStorage,
) {
  const { id } = shell;
  const hasGone = useHasGone(shell);
  const done = Boolean(shell.done) || hasGone();
  const isDone = useRef(false);
  isDone.current = done;
  const hasResult = useRef(Boolean(shell.result));

  useEffect(() => {
    const form = document.getElementById(id);
    if (!(form instanceof HTMLFormElement)) return;
    // The values in a reply of the server are newer than the draft.
    const saved = hasResult.current ? null : readDraft(name, storage);
    if (saved) import("../lazy/restore-draft").then(({ restoreDraft }) => restoreDraft(form, saved), ignoreFailure);
    // At once: the page may be reloaded after the first letter.
    const save = () => {
      if (!isDone.current) writeDraft(name, storage, serializeDraft(form));
    };
    form.addEventListener("input", save);
    form.addEventListener("change", save);
    return () => {
      form.removeEventListener("input", save);
      form.removeEventListener("change", save);
    };
  }, [id, name, storage]);

  useEffect(() => {
    if (done) removeDraft(name, storage);
  }, [done, name, storage]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: at the end only
  useEffect(
    () => () => {
      if (hasGone({ key: window.history.state?.key, pathname: window.location.pathname })) removeDraft(name, storage);
    },
    [name, storage],
  );
}

type Place = Pick<ReturnType<typeof useLocation>, "key" | "pathname">;

/**
 * Says whether another page has come since the form was sent, and not its own with a reply: it has succeeded. The router's states
 * between can't be relied on, because on a busy phone React may render only the last one.
 */
function useHasGone({ sent, action }: Pick<FormShell, "sent" | "action">): (now?: Place) => boolean {
  const { key, pathname } = useLocation();
  const target = trimSlash(useResolvedPath(action ?? ".").pathname);
  const sentAt = useRef("");
  const hasGone = (now: Place = { key, pathname }) =>
    sentAt.current !== "" && now.key !== sentAt.current && trimSlash(now.pathname) !== target;
  if (sent) sentAt.current ||= key;
  else if (!hasGone()) sentAt.current = "";
  return hasGone;
}

/** Used when the fields of the form change (§4.6). */
export function removeDraft(name: string, storage: DraftStorage = "session"): void {
  if (storage === "page") pageMemory.delete(name);
  else attempt(() => sessionStorage.removeItem(PREFIX + name));
}

/** Used at logout, so that the next person on the device finds no drafts. */
export function removeAllDrafts(): void {
  pageMemory.clear();
  attempt(() => {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  });
}

function readDraft(name: string, storage: DraftStorage = "session"): string | null | undefined {
  return storage === "page" ? pageMemory.get(name) : attempt(() => sessionStorage.getItem(PREFIX + name));
}

function writeDraft(name: string, storage: DraftStorage = "session", draft: string): void {
  if (storage === "page") pageMemory.set(name, draft);
  else attempt(() => sessionStorage.setItem(PREFIX + name, draft));
}

const ignoreFailure = () => undefined;

/** sessionStorage throws where the browser blocks it; there are no drafts then. */
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

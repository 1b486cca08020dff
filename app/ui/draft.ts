import { useNavigation, useResolvedPath } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { FormShell } from "./form";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** Name and value of what is typed, ticked and chosen. */
type Draft = [name: string, value: string][];

/** session: outlives the page, for as long as its tab; page: is gone with the page. */
type Memory = "session" | "page";

const UNKEPT_TYPES = new Set(["password", "file", "hidden", "submit", "button", "image", "reset"]);
const UNKEPT_AUTOCOMPLETE = /one-time-code|^cc-/;
const PREFIX = "draft:";
const pageMemory = new Map<string, string>();

/**
 * Keeps what is typed into a form until it has done its work, where script runs: passwords, codes and cards excepted. It
 * comes back into fields that are still empty. Not for forms with a passport in them.
 * @param name of the draft; the same form on a page and in a dialog shares one
 */
export function useDraft(shell: Pick<FormShell, "id" | "action" | "result" | "done">, name: string, memory?: Memory) {
  const { id } = shell;
  const done = useIsDone(shell);
  const isOver = useRef(false);
  isOver.current = done;
  const isAnswered = useRef(Boolean(shell.result));

  useEffect(() => {
    const form = document.getElementById(id);
    if (!(form instanceof HTMLFormElement)) return;
    // What came back from the server is newer.
    if (!isAnswered.current) fillIn(form, readDraft(name, memory));
    const keep = () => {
      if (!isOver.current) writeDraft(name, memory, takeDraft(form));
    };
    form.addEventListener("input", keep);
    form.addEventListener("change", keep);
    return () => {
      form.removeEventListener("input", keep);
      form.removeEventListener("change", keep);
    };
  }, [id, name, memory]);

  useEffect(() => {
    if (done) forgetDraft(name, memory);
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
export function forgetDraft(name: string, memory: Memory = "session"): void {
  if (memory === "page") pageMemory.delete(name);
  else attempt(() => sessionStorage.removeItem(PREFIX + name));
}

/** For whoever uses the device next. */
export function forgetAllDrafts(): void {
  pageMemory.clear();
  attempt(() => {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  });
}

function readDraft(name: string, memory: Memory = "session"): Draft {
  const text = memory === "page" ? pageMemory.get(name) : attempt(() => sessionStorage.getItem(PREFIX + name));
  return attempt(() => JSON.parse(text ?? "[]") as Draft) ?? [];
}

function writeDraft(name: string, memory: Memory = "session", draft: Draft): void {
  const text = JSON.stringify(draft);
  if (memory === "page") pageMemory.set(name, text);
  else attempt(() => sessionStorage.setItem(PREFIX + name, text));
}

function takeDraft(form: HTMLFormElement): Draft {
  const filled = listFields(form).filter((field) => (isTickable(field) ? field.checked : field.value !== ""));
  return filled.map(({ name, value }) => [name, value]);
}

/** A field that somebody has begun to fill in stays as it is. */
function fillIn(form: HTMLFormElement, draft: Draft): void {
  for (const field of listFields(form)) {
    if (isTickable(field)) {
      const isTicked = draft.some(([name, value]) => name === field.name && value === field.value);
      // A click tells the form's own handlers as well.
      if (isTicked && !field.checked) field.click();
      continue;
    }
    const kept = draft.find(([name]) => name === field.name)?.[1];
    if (kept === undefined || field.value !== "") continue;
    field.value = kept;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

function listFields(form: HTMLFormElement): Field[] {
  return Array.from(form.querySelectorAll<Field>("input,textarea,select")).filter(
    (field) =>
      field.name &&
      !field.disabled &&
      !UNKEPT_TYPES.has(field.type) &&
      !UNKEPT_AUTOCOMPLETE.test(field.autocomplete) &&
      !("readOnly" in field && field.readOnly),
  );
}

function isTickable(field: Field): field is HTMLInputElement {
  return field.type === "checkbox" || field.type === "radio";
}

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

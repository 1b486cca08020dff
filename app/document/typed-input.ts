type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Fields that scripts may not fill, or that hold nothing typed. */
const IGNORED_TYPES = new Set(["file", "hidden", "submit", "button", "image", "reset"]);

interface CapturedField {
  state: string;
  /** Finds the field again after React has replaced it. */
  find: () => Field | undefined;
}

/**
 * Captures what is typed, checked and selected before and during hydration. React 18 resets an edited textarea, and renders
 * the whole page again when a browser extension has added nodes to it.
 * @returns a function that restores lost input, focus, caret and scroll position
 */
export function captureTypedInput(): () => void {
  const captured = new Map<Field, CapturedField>();
  const capture = (field: Field) => captured.set(field, { state: readState(field), find: finderOf(field) });
  let focused = isField(document.activeElement) ? document.activeElement : undefined;
  let findFocused = focused && finderOf(focused);

  // Input during hydration is captured as well.
  const onInput = ({ target }: Event) => {
    if (target instanceof Element && isField(target)) capture(target);
  };
  const onFocus = ({ target }: Event) => {
    focused = target instanceof Element && isField(target) ? target : undefined;
    findFocused = focused && finderOf(focused);
  };
  document.addEventListener("input", onInput, true);
  document.addEventListener("focusin", onFocus, true);
  fieldsOfPage().filter(isChanged).forEach(capture);
  const { scrollX, scrollY } = window;

  return () => {
    document.removeEventListener("input", onInput, true);
    document.removeEventListener("focusin", onFocus, true);
    for (const [field, { state, find }] of captured) {
      const now = field.isConnected ? field : find();
      if (now) restoreField(now, state);
    }
    if (!focused || focused.isConnected || document.activeElement !== document.body) return;
    const now = findFocused?.();
    const caret = readCaret(focused);
    now?.focus({ preventScroll: true });
    if (now && caret && "setSelectionRange" in now) now.setSelectionRange(...caret);
    window.scrollTo(scrollX, scrollY);
  };
}

function fieldsOfPage(): Field[] {
  return Array.from(document.querySelectorAll<Field>("input,textarea,select")).filter(
    (field) => !IGNORED_TYPES.has(field.type),
  );
}

function isField(element: Element | null): element is Field {
  return element !== null && /^(?:INPUT|TEXTAREA|SELECT)$/.test(element.tagName);
}

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    const options = Array.from(field.options);
    // A list without a default selection shows its first option.
    const first = Math.max(
      0,
      options.findIndex((option) => option.defaultSelected),
    );
    return field.selectedIndex !== first;
  }
  if (isCheckable(field)) return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}

function isCheckable(field: Field): field is HTMLInputElement {
  return field.type === "checkbox" || field.type === "radio";
}

function readState(field: Field): string {
  return isCheckable(field) ? String(field.checked) : field.value;
}

/** Restores a field. The events are sent in any case, because the page's handlers were not there when it was filled. */
function restoreField(field: Field, state: string): void {
  if (readState(field) !== state) {
    if (isCheckable(field)) field.checked = state === "true";
    else field.value = state;
  }
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Returns a function that finds the same field in a page rendered again: by id, else by form action, name and position. */
function finderOf(field: Field): () => Field | undefined {
  const { id, name } = field;
  const action = field.form?.getAttribute("action") ?? null;
  const similarFields = () =>
    fieldsOfPage().filter((other) => other.name === name && (other.form?.getAttribute("action") ?? null) === action);
  const position = similarFields().indexOf(field);
  return () => {
    const byId = id ? document.getElementById(id) : null;
    return isField(byId) ? byId : similarFields()[position];
  };
}

function readCaret(field: Field): [number, number] | undefined {
  if (field instanceof HTMLSelectElement) return undefined;
  const { selectionStart, selectionEnd } = field;
  return selectionStart === null || selectionEnd === null ? undefined : [selectionStart, selectionEnd];
}

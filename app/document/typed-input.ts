type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Fields whose content script may not set, or that hold nothing a person typed. */
const UNKEPT_TYPES = new Set(["file", "hidden", "submit", "button", "image", "reset"]);

interface Kept {
  state: string;
  find: () => Field | undefined;
}

/**
 * Remembers what is typed, ticked and chosen before React takes the page over; the returned function puts back whatever
 * hydration has lost (React 18 resets an edited textarea, and renders the page anew when a browser extension has put its
 * own nodes into it), with the focus, the caret and the scroll.
 */
export function captureTypedInput(): () => void {
  const kept = new Map<Field, Kept>();
  const keep = (field: Field) => kept.set(field, { state: readState(field), find: finderOf(field) });
  let focused = isField(document.activeElement) ? document.activeElement : undefined;
  let findFocused = focused && finderOf(focused);

  // What is typed while React is at work counts as well.
  const onInput = ({ target }: Event) => {
    if (target instanceof Element && isField(target)) keep(target);
  };
  const onFocus = ({ target }: Event) => {
    focused = target instanceof Element && isField(target) ? target : undefined;
    findFocused = focused && finderOf(focused);
  };
  document.addEventListener("input", onInput, true);
  document.addEventListener("focusin", onFocus, true);
  fieldsOfPage().filter(isTouched).forEach(keep);
  const { scrollX, scrollY } = window;

  return () => {
    document.removeEventListener("input", onInput, true);
    document.removeEventListener("focusin", onFocus, true);
    for (const [field, { state, find }] of kept) {
      const now = field.isConnected ? field : find();
      if (now) restore(now, state);
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
    (field) => !UNKEPT_TYPES.has(field.type),
  );
}

function isField(element: Element | null): element is Field {
  return element !== null && /^(?:INPUT|TEXTAREA|SELECT)$/.test(element.tagName);
}

function isTouched(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    const options = Array.from(field.options);
    // A list without a chosen entry shows its first one.
    const first = Math.max(
      0,
      options.findIndex((option) => option.defaultSelected),
    );
    return field.selectedIndex !== first;
  }
  if (isTickable(field)) return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}

function isTickable(field: Field): field is HTMLInputElement {
  return field.type === "checkbox" || field.type === "radio";
}

function readState(field: Field): string {
  return isTickable(field) ? String(field.checked) : field.value;
}

/** Tells the page's own handlers too, even when nothing was lost: they were not there when it was typed. */
function restore(field: Field, state: string): void {
  if (readState(field) !== state) {
    if (isTickable(field)) field.checked = state === "true";
    else field.value = state;
  }
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Finds the same field in a page that was rendered anew: by id, else by its form's action, name and place. */
function finderOf(field: Field): () => Field | undefined {
  const { id, name } = field;
  const action = field.form?.getAttribute("action") ?? null;
  const alike = () =>
    fieldsOfPage().filter((other) => other.name === name && (other.form?.getAttribute("action") ?? null) === action);
  const place = alike().indexOf(field);
  return () => {
    const byId = id ? document.getElementById(id) : null;
    return isField(byId) ? byId : alike()[place];
  };
}

function readCaret(field: Field): [number, number] | undefined {
  if (field instanceof HTMLSelectElement) return undefined;
  const { selectionStart, selectionEnd } = field;
  return selectionStart === null || selectionEnd === null ? undefined : [selectionStart, selectionEnd];
}

/** The property of `history.state` that holds the address of the open dialog. */
const DIALOG = "dialog";

type State = { idx?: number; key?: string; [DIALOG]?: string } | null;

// Module state, since a document has one history.
let isPopping = false;
let pageIndex = 0;

/**
 * Adds a history entry of the same address for the open dialog, so that the phone's Back button closes the dialog and not the
 * page. The router doesn't know about it.
 */
export function pushDialogEntry(href: string): void {
  const state: State = window.history.state;
  if (state?.[DIALOG]) replaceDialogEntry(href);
  else window.history.pushState({ ...state, [DIALOG]: href }, "");
}

/** Called when the dialog shows another form. */
export function replaceDialogEntry(href: string): void {
  const state: State = window.history.state;
  if (state?.[DIALOG]) window.history.replaceState({ ...state, [DIALOG]: href }, "");
}

/** Removes the entry when the dialog is closed otherwise than by Back. */
export function popDialogEntry(): void {
  const state: State = window.history.state;
  if (!state?.[DIALOG]) return;
  isPopping = true;
  window.history.back();
}

/** Called after each navigation of the router. */
export function savePageIndex(): void {
  const state: State = window.history.state;
  pageIndex = state?.idx ?? 0;
}

type Dialog = { isOpen: () => boolean; close: () => void; open: (href: string) => void };

/** Handles popstate events before the router does. Returns the function that stops it. */
export function handleBackButton(dialog: Dialog): () => void {
  const onPop = (event: PopStateEvent) => {
    const state: State = event.state;
    const href = state?.[DIALOG];
    if (isPopping) {
      isPopping = false;
      event.stopImmediatePropagation();
    } else if (dialog.isOpen() && !href && (state?.idx ?? 0) === pageIndex) {
      event.stopImmediatePropagation();
      dialog.close();
    } else if (href) {
      event.stopImmediatePropagation();
      // Back from a later page skips the entry; Forward on its own page opens the dialog again.
      if (pageIndex > (state?.idx ?? 0)) window.history.back();
      else dialog.open(href);
    }
  };
  window.addEventListener("popstate", onPop, true);
  return () => window.removeEventListener("popstate", onPop, true);
}

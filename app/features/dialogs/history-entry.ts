/** The address of the open dialog, in the state of a history entry of its own. */
const MARK = "dialog";

type State = { idx?: number; key?: string; [MARK]?: string } | null;

// One document has one history.
let isLeaving = false;
let placeIndex = 0;

/**
 * An entry for the open dialog, over the page's own and of the same address, so that the phone's Back closes the dialog
 * and not the page. The router knows nothing of it.
 */
export function pushDialogEntry(href: string): void {
  const state: State = window.history.state;
  if (state?.[MARK]) replaceDialogEntry(href);
  else window.history.pushState({ ...state, [MARK]: href }, "");
}

/** The dialog's content has changed. */
export function replaceDialogEntry(href: string): void {
  const state: State = window.history.state;
  if (state?.[MARK]) window.history.replaceState({ ...state, [MARK]: href }, "");
}

/** Takes the entry away when the dialog was closed by other means. */
export function popDialogEntry(): void {
  const state: State = window.history.state;
  if (!state?.[MARK]) return;
  isLeaving = true;
  window.history.back();
}

/** To be called wherever the router has arrived. */
export function savePageIndex(): void {
  const state: State = window.history.state;
  placeIndex = state?.idx ?? 0;
}

type Dialog = { isOpen: () => boolean; close: () => void; open: (href: string) => void };

/** Listens before the router does. @returns the end of it */
export function handleBackButton(dialog: Dialog): () => void {
  const onPop = (event: PopStateEvent) => {
    const state: State = event.state;
    const mark = state?.[MARK];
    if (isLeaving) {
      isLeaving = false;
      event.stopImmediatePropagation();
    } else if (dialog.isOpen() && !mark && (state?.idx ?? 0) === placeIndex) {
      event.stopImmediatePropagation();
      dialog.close();
    } else if (mark) {
      event.stopImmediatePropagation();
      // From a later page the entry is stepped over; Forward on its own page opens the dialog again.
      if (placeIndex > (state?.idx ?? 0)) window.history.back();
      else dialog.open(mark);
    }
  };
  window.addEventListener("popstate", onPop, true);
  return () => window.removeEventListener("popstate", onPop, true);
}

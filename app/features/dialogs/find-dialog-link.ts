import type { ComponentType } from "react";
import type { DialogContentProps } from "../../ui/lazy/dialog-form";

/** A page that can be shown as a dialog over another one. */
export interface DialogPage {
  title: string;
  /** Pages of one flow link to each other. While one of them is the page, the others are opened as pages too. */
  flow: string;
  load: () => Promise<{ default: ComponentType<DialogContentProps> }>;
}

/** By path, without a trailing slash. */
export type DialogPages = Readonly<Record<string, DialogPage>>;

export interface LinkedDialog {
  href: string;
  page: DialogPage;
}

type Address = Pick<URL, "origin" | "pathname" | "search">;

/**
 * The dialog for an address; null if there is none or the browser can't show it.
 * @param fromPage true if the link is on the page, false if it is in a dialog
 */
export function findDialogLink(pages: DialogPages, address: Address, fromPage = false): LinkedDialog | null {
  const { origin, pathname, search } = address;
  if (origin !== window.location.origin || !canShowDialogs()) return null;
  const page = pages[trimSlash(pathname)];
  if (!page) return null;
  if (fromPage && pages[trimSlash(window.location.pathname)]?.flow === page.flow) return null;
  return { href: trimSlash(pathname) + search, page };
}

/** With Save-Data the link opens its page, which costs no more than the script of the dialog. */
function canShowDialogs(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return typeof HTMLDialogElement === "function" && "showModal" in HTMLDialogElement.prototype && !connection?.saveData;
}

function trimSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, "") : path;
}

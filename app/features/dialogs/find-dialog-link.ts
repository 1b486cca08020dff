import type { ComponentType } from "react";
import type { DialogContentProps } from "../../ui/lazy/dialog-form";

/** A page that can be shown as a dialog over another one. */
export interface DialogPage {
  title: string;
  /** Pages of one flow lead to each other: where one of them is the page, the others are pages too. */
  flow: string;
  load: () => Promise<{ default: ComponentType<DialogContentProps> }>;
}

/** By path, without a slash at the end. */
export type DialogPages = Readonly<Record<string, DialogPage>>;

export interface LinkedDialog {
  href: string;
  page: DialogPage;
}

type Address = Pick<URL, "origin" | "pathname" | "search">;

/**
 * The dialog that an address stands for, if the browser can show it.
 * @param fromPage true when the link stands on the page, false when a dialog is open already
 */
export function findDialogLink(pages: DialogPages, address: Address, fromPage = false): LinkedDialog | null {
  const { origin, pathname, search } = address;
  if (origin !== window.location.origin || !canShowDialogs()) return null;
  const page = pages[trimSlash(pathname)];
  if (!page) return null;
  if (fromPage && pages[trimSlash(window.location.pathname)]?.flow === page.flow) return null;
  return { href: trimSlash(pathname) + search, page };
}

/** Where data is being saved, a page costs no more than the script of a dialog. */
function canShowDialogs(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return typeof HTMLDialogElement === "function" && "showModal" in HTMLDialogElement.prototype && !connection?.saveData;
}

function trimSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, "") : path;
}

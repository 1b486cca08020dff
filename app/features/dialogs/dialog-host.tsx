import { useLocation } from "@remix-run/react";
import { type ComponentType, type MutableRefObject, useCallback, useEffect, useRef, useState } from "react";
import { Notice, type NoticeKind } from "../../ui/core/notice";
import { Spinner } from "../../ui/core/shell/spinner";
import { ModalDialog } from "../../ui/lazy/dialog";
import { type DialogContentProps, DialogSwap } from "../../ui/lazy/dialog-form";
import { type DialogPages, findDialogLink, type LinkedDialog } from "./find-dialog-link";
import { handleBackButton, popDialogEntry, pushDialogEntry, replaceDialogEntry, savePageIndex } from "./history-entry";

export type NoticeView = { kind: NoticeKind; title?: string; text: string };

export type DialogHostProps = {
  pages: DialogPages;
  /** The link that was pressed last, and what the focus returns to. */
  pressed: LinkedDialog & { opener: HTMLElement };
  /** What the page has to tell; shown in the dialog when it came meanwhile. */
  notice: NoticeView | null;
  /** Told to whoever watches the links. */
  isOpen: MutableRefObject<boolean>;
};

type Open = {
  href: string;
  title: string;
  Content: ComponentType<DialogContentProps>;
  /** The notice that stood on the page before, which the dialog needn't repeat. */
  earlier: NoticeView | null;
  /** The place of the history that it was opened over. */
  place: string;
};

/** Holds the one dialog that links open. Comes with the first press, not with the page. */
export function DialogHost({ pages, pressed, notice, isOpen }: DialogHostProps) {
  const [open, setOpen] = useState<Open | null>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  const place = useLocation().key;
  const now = useRef({ open, notice, wanted, place });
  now.current = { open, notice, wanted, place };
  isOpen.current = open !== null;
  const opener = useRef<HTMLElement | null>(null);

  const show = useCallback(async ({ href, page }: LinkedDialog) => {
    setWanted(href);
    now.current.wanted = href;
    try {
      const { default: Content } = await page.load();
      // Meanwhile another link was pressed, or the page has changed.
      if (now.current.wanted !== href) return;
      const { open: before, place: here } = now.current;
      if (before) replaceDialogEntry(href);
      else pushDialogEntry(href);
      const earlier = before ? before.earlier : now.current.notice;
      setOpen({ href, title: page.title, Content, earlier, place: here });
    } catch {
      window.location.assign(href);
    }
    setWanted(null);
  }, []);

  const close = useCallback(() => {
    if (!now.current.open) return;
    now.current.open = null;
    setOpen(null);
    popDialogEntry();
    returnFocus(opener.current);
  }, []);

  const swap = useCallback(
    (href: string) => {
      const linked = findDialogLink(pages, new URL(href, window.location.origin));
      if (linked) show(linked);
    },
    [pages, show],
  );

  // A real navigation closes the dialog.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each place of the history is another one
  useEffect(() => {
    savePageIndex();
    setWanted(null);
    setOpen(null);
  }, [place]);

  useEffect(() => {
    if (!now.current.open) opener.current = pressed.opener;
    show(pressed);
  }, [pressed, show]);

  useEffect(() => handleBackButton({ isOpen: () => now.current.open !== null, close, open: swap }), [close, swap]);

  // What comes with another page is told there, and the dialog is about to close.
  const news = open?.place === place && notice !== open.earlier ? notice : null;
  return (
    <DialogSwap.Provider value={swap}>
      <Spinner busy={wanted !== null && open === null} />
      {open && (
        <ModalDialog title={open.title} contentKey={open.href} onClose={close}>
          {news && (
            <Notice kind={news.kind} title={news.title}>
              {news.text}
            </Notice>
          )}
          <div className="stack">
            <open.Content href={open.href} />
          </div>
        </ModalDialog>
      )}
    </DialogSwap.Provider>
  );
}

/** After the dialog has left the page. */
function returnFocus(opener: HTMLElement | null) {
  requestAnimationFrame(() => {
    if (opener?.isConnected && document.activeElement === document.body) opener.focus();
  });
}

import { useLocation } from "@remix-run/react";
import { type ComponentType, type MutableRefObject, useCallback, useEffect, useRef, useState } from "react";
import { Notice, type NoticeView } from "../../ui/core/notice";
import { Spinner } from "../../ui/core/shell/spinner";
import { ModalDialog } from "../../ui/lazy/dialog";
import { type DialogContentProps, DialogSwap } from "../../ui/lazy/dialog-form";
import { type DialogPages, findDialogLink, type LinkedDialog } from "./find-dialog-link";
import { handleBackButton, popDialogEntry, pushDialogEntry, replaceDialogEntry, savePageIndex } from "./history-entry";

export type DialogHostProps = {
  pages: DialogPages;
  /** The link that was pressed last, and the element that gets the focus back. */
  pressed: LinkedDialog & { opener: HTMLElement };
  /** The notice of the page; shown in the dialog if it came while the dialog is open. */
  notice: NoticeView | null;
  /** Written here, read by DialogLinks. */
  isOpen: MutableRefObject<boolean>;
};

type Open = {
  href: string;
  title: string;
  Content: ComponentType<DialogContentProps>;
  /** The notice that was on the page before, which the dialog doesn't repeat. */
  earlier: NoticeView | null;
  /** Key of the location that it was opened over. */
  locationKey: string;
};

/** Renders the one dialog that links open. Imported with the first press. */
export function DialogHost({ pages, pressed, notice, isOpen }: DialogHostProps) {
  const [open, setOpen] = useState<Open | null>(null);
  const [loading, setLoading] = useState<string | null>(null);
  const locationKey = useLocation().key;
  const latest = useRef({ open, notice, loading, locationKey });
  latest.current = { open, notice, loading, locationKey };
  isOpen.current = open !== null;
  const opener = useRef<HTMLElement | null>(null);

  const show = useCallback(async ({ href, page }: LinkedDialog) => {
    setLoading(href);
    latest.current.loading = href;
    try {
      const { default: Content } = await page.load();
      // Another link was pressed meanwhile, or the page has changed.
      if (latest.current.loading !== href) return;
      const { open: previous } = latest.current;
      if (previous) replaceDialogEntry(href);
      else pushDialogEntry(href);
      const earlier = previous ? previous.earlier : latest.current.notice;
      setOpen({ href, title: page.title, Content, earlier, locationKey: latest.current.locationKey });
    } catch {
      window.location.assign(href);
    }
    setLoading(null);
  }, []);

  const close = useCallback(() => {
    if (!latest.current.open) return;
    latest.current.open = null;
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: each location is another page
  useEffect(() => {
    savePageIndex();
    setLoading(null);
    setOpen(null);
  }, [locationKey]);

  useEffect(() => {
    if (!latest.current.open) opener.current = pressed.opener;
    show(pressed);
  }, [pressed, show]);

  useEffect(() => handleBackButton({ isOpen: () => latest.current.open !== null, close, open: swap }), [close, swap]);

  // The notice of another page is shown on that page; the dialog is about to close.
  const newNotice = open?.locationKey === locationKey && notice !== open.earlier ? notice : null;
  return (
    <DialogSwap.Provider value={swap}>
      <Spinner busy={loading !== null && open === null} />
      {open && (
        <ModalDialog title={open.title} contentKey={open.href} onClose={close}>
          {newNotice && (
            <Notice kind={newNotice.kind} title={newNotice.title}>
              {newNotice.text}
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

/** Runs after React has removed the dialog. */
function returnFocus(opener: HTMLElement | null) {
  requestAnimationFrame(() => {
    if (opener?.isConnected && document.activeElement === document.body) opener.focus();
  });
}

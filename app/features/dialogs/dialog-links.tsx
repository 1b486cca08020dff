import { useLocation } from "@remix-run/react";
import { type ComponentType, useCallback, useEffect, useRef, useState } from "react";
import type { DialogContentProps } from "../../ui/dialog-form";
import { Notice, type NoticeKind } from "../../ui/notice";
import { Spinner } from "../../ui/shell/spinner";
import type { DialogFrameProps } from "./dialog-frame";
import { type DialogPages, findDialogLink, type LinkedDialog } from "./find-dialog-link";
import { enterDialog, leaveDialog, listenToBack, rememberPlace, renameDialog } from "./history-entry";

type Open = {
  href: string;
  title: string;
  Content: ComponentType<DialogContentProps>;
  Frame: ComponentType<DialogFrameProps>;
  /** The notice that stood on the page before, which the dialog needn't repeat. */
  earlier: NoticeView | null;
};

type NoticeView = { kind: NoticeKind; title?: string; text: string };

type DialogLinksProps = {
  pages: DialogPages;
  /** What the page has to tell; shown in the dialog when it came meanwhile. */
  notice: NoticeView | null;
};

/**
 * Opens the pages of `pages` as dialogs over the current one (§2.3.3): on a plain press of a link to one of them, when
 * script is there. One at a time; a link in a dialog changes its content. Whatever is in the way (an old browser, a part of
 * the bundle that can't be had) leaves the link an ordinary one.
 */
export function DialogLinks({ pages, notice }: DialogLinksProps) {
  const [open, setOpen] = useState<Open | null>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  const place = useLocation().key;
  const now = useRef({ open, notice, wanted });
  now.current = { open, notice, wanted };
  const opener = useRef<HTMLElement | null>(null);

  const show = useCallback(async ({ href, page }: LinkedDialog) => {
    setWanted(href);
    now.current.wanted = href;
    try {
      const [{ DialogFrame }, { default: Content }] = await Promise.all([import("./dialog-frame"), page.load()]);
      // Meanwhile another link was pressed, or the page has changed.
      if (now.current.wanted !== href) return;
      if (now.current.open) renameDialog(href);
      else enterDialog(href);
      const earlier = now.current.open ? now.current.open.earlier : now.current.notice;
      setOpen({ href, title: page.title, Content, Frame: DialogFrame, earlier });
    } catch {
      window.location.assign(href);
    }
    setWanted(null);
  }, []);

  const close = useCallback(() => {
    if (!now.current.open) return;
    now.current.open = null;
    setOpen(null);
    leaveDialog();
    returnFocus(opener.current);
  }, []);

  const swap = useCallback(
    (href: string) => {
      const linked = findDialogLink(pages, new URL(href, window.location.origin));
      if (linked) show(linked);
    },
    [pages, show],
  );

  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = findPlainPress(event);
      const linked = link && findDialogLink(pages, link, now.current.open === null);
      if (!linked) return;
      event.preventDefault();
      if (!now.current.open) opener.current = closeMenuAround(link);
      show(linked);
    };
    // What is about to be pressed is fetched already.
    const onApproach = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest("a") : null;
      const linked = link && findDialogLink(pages, link, now.current.open === null);
      if (linked) Promise.all([import("./dialog-frame"), linked.page.load()]).catch(() => undefined);
    };
    window.addEventListener("click", onClick, true);
    for (const type of APPROACHES) window.addEventListener(type, onApproach, { capture: true, passive: true });
    return () => {
      window.removeEventListener("click", onClick, true);
      for (const type of APPROACHES) window.removeEventListener(type, onApproach, true);
    };
  }, [pages, show]);

  useEffect(() => listenToBack({ isOpen: () => now.current.open !== null, close, open: swap }), [close, swap]);

  // A real navigation closes the dialog.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each place of the history is another one
  useEffect(() => {
    rememberPlace();
    setWanted(null);
    setOpen(null);
  }, [place]);

  const news = notice === open?.earlier ? null : notice;
  return (
    <>
      <Spinner busy={wanted !== null && open === null} />
      {open && (
        <open.Frame
          title={open.title}
          href={open.href}
          onClose={close}
          onSwap={swap}
          notice={
            news && (
              <Notice kind={news.kind} title={news.title}>
                {news.text}
              </Notice>
            )
          }
        >
          <open.Content href={open.href} />
        </open.Frame>
      )}
    </>
  );
}

const APPROACHES = ["pointerover", "touchstart", "focusin"];

/** The link that a press goes to, unless it is to open elsewhere or somebody has dealt with it. */
function findPlainPress(event: MouseEvent): HTMLAnchorElement | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  return link && (!link.target || link.target === "_self") && !link.hasAttribute("download") ? link : null;
}

/** A menu doesn't stay open under the dialog. Answers where the focus is to return to. */
function closeMenuAround(link: HTMLElement): HTMLElement {
  const menu = link.closest<HTMLDetailsElement>("details.drop");
  if (!menu) return link;
  menu.open = false;
  return menu.querySelector("summary") ?? link;
}

/** After the dialog has left the page. */
function returnFocus(opener: HTMLElement | null) {
  requestAnimationFrame(() => {
    if (opener?.isConnected && document.activeElement === document.body) opener.focus();
  });
}

import { type ComponentType, useEffect, useRef, useState } from "react";
import { Spinner } from "../../ui/core/shell/spinner";
import type { DialogHostProps } from "./dialog-host";
import { findDialogLink } from "./find-dialog-link";

/**
 * Opens the pages of `pages` as dialogs over the current page (§2.3.3), on a plain click on a link to one of them. There is
 * one dialog at a time; a link in a dialog changes its content. In an old browser, or if a chunk can't be loaded, the link is
 * an ordinary one.
 */
export function DialogLinks({ pages, notice }: Pick<DialogHostProps, "pages" | "notice">) {
  const [pressed, setPressed] = useState<DialogHostProps["pressed"] | null>(null);
  const [Host, setHost] = useState<ComponentType<DialogHostProps> | null>(null);
  const isOpen = useRef(false);

  useEffect(() => {
    const find = (link: HTMLAnchorElement | null) => link && findDialogLink(pages, link, !isOpen.current);
    const onClick = (event: MouseEvent) => {
      const link = findClickedLink(event);
      const linked = find(link);
      if (!link || !linked) return;
      event.preventDefault();
      setPressed({ ...linked, opener: closeMenuAround(link) });
      fetchHost().then(
        (host) => setHost(() => host),
        () => window.location.assign(linked.href),
      );
    };
    // Preloads the dialog of a link that is about to be pressed.
    const onApproach = ({ target }: Event) => {
      const linked = find(target instanceof Element ? target.closest("a") : null);
      if (linked) Promise.all([fetchHost(), linked.page.load()]).catch(() => undefined);
    };
    window.addEventListener("click", onClick, true);
    for (const type of APPROACH_EVENTS) window.addEventListener(type, onApproach, { capture: true, passive: true });
    return () => {
      window.removeEventListener("click", onClick, true);
      for (const type of APPROACH_EVENTS) window.removeEventListener(type, onApproach, true);
    };
  }, [pages]);

  if (!pressed) return null;
  return Host ? <Host pages={pages} pressed={pressed} notice={notice} isOpen={isOpen} /> : <Spinner busy />;
}

const fetchHost = () => import("./dialog-host").then(({ DialogHost }) => DialogHost);

const APPROACH_EVENTS = ["pointerover", "touchstart", "focusin"];

/** The clicked link, unless it opens elsewhere or the click has been handled. */
function findClickedLink(event: MouseEvent): HTMLAnchorElement | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  return link && (!link.target || link.target === "_self") && !link.hasAttribute("download") ? link : null;
}

/** Closes the menu that holds the link. Returns the element that gets the focus back after the dialog. */
function closeMenuAround(link: HTMLElement): HTMLElement {
  const menu = link.closest<HTMLDetailsElement>("details.drop-down");
  if (!menu) return link;
  menu.open = false;
  return menu.querySelector("summary") ?? link;
}

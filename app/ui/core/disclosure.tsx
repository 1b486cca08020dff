import { useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";

type DisclosureProps = {
  summary: ReactNode;
  children: ReactNode;
  /** fold: opens in the flow of the text; menu: drops down over what lies below. */
  kind?: "fold" | "menu";
  open?: boolean;
  className?: string;
  /** Disclosures of one name close each other. */
  name?: string;
};

/**
 * Something that opens on a press, without script too. As a menu it also closes on a press outside, on Escape (the focus
 * returns to its button) and when the page changes (§4.15).
 */
export function Disclosure({ summary, children, kind = "fold", open, className, name }: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const place = useLocation().key;
  const shownAt = useRef(place);
  const isMenu = kind === "menu";

  useEffect(() => {
    // Taking over a page is no move to another one: a menu that was opened meanwhile stays open.
    if (shownAt.current === place) return;
    shownAt.current = place;
    if (isMenu && details.current) details.current.open = false;
  }, [isMenu, place]);

  useEffect(() => {
    if (!isMenu) return;
    function closeOutside(event: PointerEvent) {
      const menu = details.current;
      if (menu?.open && event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
    }
    function closeOnEscape(event: KeyboardEvent) {
      const menu = details.current;
      if (event.key !== "Escape" || !menu?.open) return;
      menu.open = false;
      menu.querySelector("summary")?.focus();
    }
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("keydown", closeOnEscape);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("keydown", closeOnEscape);
    };
  }, [isMenu]);

  const extra = className ? ` ${className}` : "";
  return (
    <details
      ref={details}
      className={(isMenu ? "drop-down" : "disclosure") + extra}
      open={open}
      {...(name ? { name } : {})}
    >
      <summary className={isMenu ? "button button--quiet button--icon" : undefined}>{summary}</summary>
      <div className="disclosure-content">{children}</div>
    </details>
  );
}

import { useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";

type DisclosureProps = {
  summary: ReactNode;
  children: ReactNode;
  /** fold: opens within the text; menu: drops down over the content below. */
  kind?: "fold" | "menu";
  open?: boolean;
  className?: string;
  /** Only one disclosure of a name is open at a time. */
  name?: string;
};

/**
 * Native `<details>`, which works without script. A menu also closes on a press outside, on Escape (the focus returns to its
 * button) and after a navigation (§4.15).
 */
export function Disclosure({ summary, children, kind = "fold", open, className, name }: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const locationKey = useLocation().key;
  const lastLocation = useRef(locationKey);
  const isMenu = kind === "menu";

  useEffect(() => {
    // Hydration isn't a navigation: a menu that was opened before it stays open.
    if (lastLocation.current === locationKey) return;
    lastLocation.current = locationKey;
    if (isMenu && details.current) details.current.open = false;
  }, [isMenu, locationKey]);

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

import { useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import type { NoticeView } from "../notice";
import { Outcome } from "./outcome";
import { SkipLink } from "./skip-link";

type SiteLayoutProps = {
  /** A HeaderBar. */
  header: ReactNode;
  /** What a form has come to. */
  outcome: NoticeView | null;
  /** Shown above the content of the page. */
  notices?: ReactNode;
  /** A SideMenu, for the pages behind the login. */
  side?: ReactNode;
  children: ReactNode;
  /** A SiteFooter. */
  footer: ReactNode;
};

/**
 * Skip link, header, the page itself in `<main id="main">`, side menu, footer. Where no style puts the menu beside the page,
 * what the page says comes before a menu that the header has too.
 */
export function SiteLayout({ header, outcome, notices, side, children, footer }: SiteLayoutProps) {
  const main = usePageFocus();
  return (
    <>
      <SkipLink />
      {header}
      <Outcome notice={outcome} />
      <div className={side ? "page page-body page-body--with-side" : "page page-body"}>
        <main id="main" className="page-main" tabIndex={-1} ref={main}>
          {notices}
          {children}
        </main>
        {side}
      </div>
      {footer}
    </>
  );
}

/**
 * After a client navigation the focus moves to the content, because the link that was pressed is gone or its menu has closed.
 * An element of the new page that has taken the focus keeps it; the address may name another part of the page.
 */
function usePageFocus() {
  const main = useRef<HTMLElement>(null);
  const { pathname, hash } = useLocation();
  const lastPathname = useRef(pathname);

  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    const hasFocus = document.activeElement?.matches("main *, dialog *");
    if (hasFocus) return;
    const target = document.getElementById(decodeURIComponent(hash.slice(1)));
    if (target) target.tabIndex = -1;
    (target ?? main.current)?.focus({ preventScroll: true });
  }, [pathname, hash]);

  return main;
}

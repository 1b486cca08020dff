import { useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { SkipLink } from "./skip-link";

type SiteLayoutProps = {
  /** A HeaderBar. */
  header: ReactNode;
  /** Notices that came with the person to this page. */
  notices?: ReactNode;
  /** A SideMenu, for the pages behind the login. */
  side?: ReactNode;
  children: ReactNode;
  /** A SiteFooter. */
  footer: ReactNode;
};

/** Skip link, header, side menu, the page itself in `<main id="main">`, footer. */
export function SiteLayout({ header, notices, side, children, footer }: SiteLayoutProps) {
  const main = usePageFocus();
  return (
    <>
      <SkipLink />
      {header}
      <div className={side ? "page page-body page-body--with-side" : "page page-body"}>
        {side}
        <main id="main" className="page-main" tabIndex={-1} ref={main}>
          {notices}
          {children}
        </main>
      </div>
      {footer}
    </>
  );
}

/**
 * A page that script has changed begins at its content for a keyboard and for screen readers, as a page that is loaded does
 * at its top; the link that was pressed is gone, or stands in a menu that has closed. What took the focus itself keeps it.
 */
function usePageFocus() {
  const main = useRef<HTMLElement>(null);
  const { pathname, hash } = useLocation();
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const isTaken = document.activeElement?.matches("main *, dialog *");
    if (!hash && !isTaken) main.current?.focus({ preventScroll: true });
  }, [pathname, hash]);

  return main;
}

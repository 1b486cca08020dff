import type { ReactNode } from "react";
import { SkipLink } from "./skip-link";

type SiteFrameProps = {
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
export function SiteFrame({ header, notices, side, children, footer }: SiteFrameProps) {
  return (
    <>
      <SkipLink />
      {header}
      <div className={side ? "page body with-side" : "page body"}>
        {side}
        <main id="main" tabIndex={-1}>
          {notices}
          {children}
        </main>
      </div>
      {footer}
    </>
  );
}

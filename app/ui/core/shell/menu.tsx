import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { CountBadge } from "../badge";
import { Disclosure } from "../disclosure";
import { MenuIcon } from "../icons";

/** One item; `document` makes it a plain link (files, other sites). */
export type MenuItem = {
  to: string;
  label: string;
  document?: boolean;
  /** Number of unseen items on the page, and its text for screen readers. */
  count?: number;
  countLabel?: string;
};

type MenuProps = {
  items: readonly MenuItem[];
  /** Accessible name. */
  label: string;
  /** row: in the header; list: at the side or in a panel. */
  kind?: "row" | "list";
};

/** A list of links; the one to the current page, or to a page above it, is marked. */
export function Menu({ items, label, kind = "list" }: MenuProps) {
  const { pathname } = useLocation();
  return (
    <nav className={kind === "row" ? "menu menu--row" : "menu"} aria-label={label}>
      <ul>
        {items.map((item) => (
          <li key={item.to}>
            {item.document ? (
              <a href={item.to}>{item.label}</a>
            ) : (
              <Link to={item.to} aria-current={isAt(item.to, pathname) ? "page" : undefined}>
                {item.label}
                <CountBadge count={item.count ?? 0} label={item.countLabel ?? ""} />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Whether the path is that of the page or below it; a final slash makes no difference. Below `/` there is nothing. */
function isAt(page: string, path: string): boolean {
  const start = page.replace(/\/$/, "");
  return path === start || path === page || (start !== "" && path.startsWith(`${start}/`));
}

type SideMenuProps = { items: readonly MenuItem[]; label: string; children?: ReactNode };

/** The menu at the left edge, from 1024 px; narrower screens have the panel menu. */
export function SideMenu({ items, label, children }: SideMenuProps) {
  return (
    <div className="side-menu">
      <Menu items={items} label={label} />
      {children}
    </div>
  );
}

type PanelMenuProps = {
  items: readonly MenuItem[];
  label: string;
  /** Below the links: registration, logout. */
  children?: ReactNode;
  /** Text of the button. */
  button?: string;
  /** Also on wide screens, as the page has no other menu. */
  only?: boolean;
};

/** The menu as a panel under the header, below 1024 px. Opens without script. */
export function PanelMenu({ items, label, children, button = "Меню", only }: PanelMenuProps) {
  return (
    <Disclosure
      kind="menu"
      className={only ? "panel-menu panel-menu--only" : "panel-menu"}
      summary={
        <>
          <MenuIcon />
          <span className="site-header-label">{button}</span>
        </>
      }
    >
      <Menu items={items} label={label} />
      {children && <div className="button-row">{children}</div>}
    </Disclosure>
  );
}

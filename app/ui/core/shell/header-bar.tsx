import type { ReactNode } from "react";

type HeaderBarProps = {
  logo: ReactNode;
  /** Links in a row from 1024 px; on a phone they stand in the menu. */
  nav?: ReactNode;
  /** A big figure of the person's own. */
  balance?: ReactNode;
  cart?: ReactNode;
  /** Log in, log out. */
  account?: ReactNode;
  /** A PanelMenu. */
  menu?: ReactNode;
};

/** The bar on top of every page; one row on a phone. */
export function HeaderBar({ logo, nav, balance, cart, account, menu }: HeaderBarProps) {
  return (
    <header className="site-header">
      <div className="page">
        {logo}
        {nav && <div className="site-header-nav">{nav}</div>}
        <div className="site-header-items">
          {balance}
          {cart}
          {account && <div className="site-header-account">{account}</div>}
          {menu}
        </div>
      </div>
    </header>
  );
}

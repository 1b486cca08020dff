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
    <header className="bar">
      <div className="page">
        {logo}
        {nav && <div className="wide-only">{nav}</div>}
        <div className="slots">
          {balance}
          {cart}
          {account && <div className="mid-only">{account}</div>}
          {menu}
        </div>
      </div>
    </header>
  );
}

import type { ReactNode } from "react";

type HeaderBarProps = {
  logo: ReactNode;
  /** Links in a row, from 1024 px; on narrower screens they are in the menu. */
  nav?: ReactNode;
  /** The participant's balance. */
  balance?: ReactNode;
  cart?: ReactNode;
  /** The login or logout button. */
  account?: ReactNode;
  /** A PanelMenu. */
  menu?: ReactNode;
};

export const HEADER_ID = "site-header";

/** The header of every page; one row on a phone. */
export function HeaderBar({ logo, nav, balance, cart, account, menu }: HeaderBarProps) {
  return (
    <header id={HEADER_ID} className={balance ? "site-header site-header--balance" : "site-header"}>
      <div className="page">
        {logo}
        {nav && <div className="site-header-nav">{nav}</div>}
        <div className="site-header-items">
          {balance} {cart}
          {account && <div className="site-header-account">{account}</div>}
          {menu}
        </div>
      </div>
    </header>
  );
}

import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { CountBadge } from "../badge";

type BarLinkProps = {
  to: string;
  icon: ReactNode;
  /** The text beside the icon; on a phone for screen readers only. */
  label: string;
  count?: number;
  /** The count in words, such as «3 позиции». */
  countLabel?: string;
  /** Keeps its place, but leads nowhere. */
  disabled?: boolean;
};

/** A link of the header bar: icon, text and count. */
export function BarLink({ to, icon, label, count = 0, countLabel = "", disabled }: BarLinkProps) {
  const content = (
    <>
      {icon}
      <span className="site-header-label">{label}</span>
      <CountBadge count={count} label={countLabel} />
    </>
  );
  if (disabled) {
    return (
      <button type="button" className="button button--quiet button--icon" disabled>
        {content}
      </button>
    );
  }
  return (
    <Link className="button button--quiet button--icon" to={to}>
      {content}
    </Link>
  );
}

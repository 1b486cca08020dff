import type { ReactNode } from "react";

type BadgeProps = { tone?: "plain" | "ok" | "warn" | "danger" | "signal"; children: ReactNode };

/** A status in one or two words. Colour is never the only sign. */
export function Badge({ tone = "plain", children }: BadgeProps) {
  return <span className={tone === "plain" ? "badge" : `badge badge--${tone}`}>{children}</span>;
}

/** A count beside a menu item, explained to screen readers by `label`. Renders nothing for zero. */
export function CountBadge({ count, label }: { count: number; label: string }) {
  if (count <= 0) return null;
  return (
    <span className="count-badge">
      <span aria-hidden="true">{count > 99 ? "99+" : count}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}

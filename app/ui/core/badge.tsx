import type { ReactNode } from "react";

type BadgeProps = { tone?: "plain" | "ok" | "warn" | "danger" | "signal"; children: ReactNode };

/** A status in one or two words. Colour is never the only sign. */
export function Badge({ tone = "plain", children }: BadgeProps) {
  return <span className={tone === "plain" ? "badge" : `badge badge--${tone}`}>{children}</span>;
}

/**
 * A count beside a menu item, explained to screen readers by `label`. Renders nothing for zero. The style sheet writes the bare
 * count, so that a browser without styles shows the label alone.
 */
export function CountBadge({ count, label }: { count: number; label: string }) {
  if (count <= 0) return null;
  return (
    <span className="count-badge">
      <span className="count-badge-number" aria-hidden="true" data-text={count > 99 ? "99+" : count} />
      <span className="visually-hidden"> {label}</span>
    </span>
  );
}

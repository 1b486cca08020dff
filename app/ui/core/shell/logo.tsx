import { Link } from "@remix-run/react";

/** The club's logo, a hex nut, and its name; links to the home page. */
export function Logo({ name, to = "/" }: { name: string; to?: string }) {
  return (
    <Link className="logo" to={to}>
      <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
        <path className="logo-nut" d="M16 1l13 7.5v15L16 31 3 23.5v-15z" />
        <circle cx="16" cy="16" r="6" />
      </svg>
      <span>{name}</span>
    </Link>
  );
}

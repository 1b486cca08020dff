/** Icons of 24 × 24 units for the header and buttons. The text beside them says what they mean. */
type IconProps = { size?: number };

/** A trolley. */
export function CartIcon({ size = 24 }: IconProps) {
  return (
    <svg className="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path d="M1 3h4l3 12h11l3-9H6" />
      <circle cx="9" cy="20" r="1.5" />
      <circle cx="18" cy="20" r="1.5" />
    </svg>
  );
}

/** Three bars of a menu. */
export function MenuIcon({ size = 24 }: IconProps) {
  return (
    <svg className="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path d="M3 6h18M3 12h18M3 18h12" />
    </svg>
  );
}

import type { ReactNode } from "react";

type PartTagProps = {
  /** For links to it. */
  id?: string;
  /** Part number or kind, beside the hole. */
  code?: ReactNode;
  /** A picture or drawing. */
  picture?: ReactNode;
  title: ReactNode;
  /** Price or value, in large type. */
  price?: ReactNode;
  children?: ReactNode;
  /** Buttons and notes at the bottom. */
  footer?: ReactNode;
  /** A tear line at the bottom, for certificates. */
  perforated?: boolean;
  /** Heading level of the title. */
  level?: 2 | 3;
};

/** A tag with a punched hole and one cut corner. */
export function PartTag({ id, code, picture, title, price, children, footer, perforated, level = 3 }: PartTagProps) {
  const Title = level === 2 ? "h2" : "h3";
  return (
    <article id={id} className={perforated ? "part-tag part-tag--perforated" : "part-tag"}>
      {code && <p className="caption">{code}</p>}
      {picture && <div className="part-tag-picture">{picture}</div>}
      <Title>{title}</Title>
      {children && <div>{children}</div>}
      {price && <p className="part-tag-price">{price}</p>}
      {footer && <div className="part-tag-footer">{footer}</div>}
    </article>
  );
}

import type { ReactNode } from "react";

type HeroProps = {
  mark?: ReactNode;
  title: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  /** A picture beside the text; below it on a phone. */
  figure?: ReactNode;
};

/** The first section of a landing page, with the page's h1. */
export function Hero({ mark, title, lead, actions, figure }: HeroProps) {
  return (
    <section className={figure ? "hero hero--figure" : "hero"}>
      <div>
        {mark && <p className="caption">{mark}</p>}
        <h1>{title}</h1>
        {lead && <p className="lead">{lead}</p>}
        {actions && <div className="button-row">{actions}</div>}
      </div>
      {figure && <div className="hero-figure">{figure}</div>}
    </section>
  );
}

type StripProps = { title: ReactNode; children?: ReactNode; action?: ReactNode };

/** A dark strip with a hazard-striped edge, for an announcement. */
export function Strip({ title, children, action }: StripProps) {
  return (
    <section className="strip">
      <div>
        <h2>{title}</h2>
        {children}
      </div>
      {action}
    </section>
  );
}

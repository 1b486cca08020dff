import type { ReactNode } from "react";

type HeroProps = {
  mark?: ReactNode;
  title: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  /** Beside the promise, under it on a phone: an odometer, a drawing. */
  figure?: ReactNode;
};

/** The first thing of a landing page, on drawing paper: one promise, one button. Holds the page's h1. */
export function Hero({ mark, title, lead, actions, figure }: HeroProps) {
  return (
    <section className="hero">
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

/** A dark strip with a hazard-striped edge, for the one thing on a page that must not be passed by. */
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

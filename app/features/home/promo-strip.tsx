import { Link } from "@remix-run/react";

interface PromoStripProps {
  promotions: readonly { id: string; name: string; short: string; when: string }[];
}

/** The newest promotions on a dark strip. */
export function PromoStrip({ promotions }: PromoStripProps) {
  return (
    <section className="strip home-promotions" aria-labelledby="promos">
      <h2 id="promos">Акции</h2>
      <Link to="/promo/">Все акции</Link>
      <ul className="columns columns--fit">
        {promotions.map(({ id, name, short, when }, index) => (
          <li key={id || index}>
            <p className="caption">{when}</p>
            <h3>{id ? <Link to={`/promo/${encodeURIComponent(id)}/`}>{name}</Link> : name}</h3>
            <p>{short}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

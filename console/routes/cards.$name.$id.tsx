import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readCard } from "../../contract/operator/calls";
import { need } from "../lib/api.server";
import { addressOf, withQuery } from "../lib/links";
import { Table } from "../ui/table";

export const meta: MetaFunction<typeof loader> = ({ data: card }) => [{ title: `${card?.title} — консоль клуба` }];

export function loader(call: LoaderFunctionArgs) {
  return need(call, readCard, { cardName: call.params.name ?? "", cardId: call.params.id ?? "" });
}

export default function CardPage() {
  const { title, sections, acts } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>{title}</h1>
      {acts.length > 0 && (
        <p className="button-row">
          {acts.map(({ act, title: verb, input }) => (
            <a key={act} className="button button--secondary button--small" href={withQuery(`/acts/${act}`, input)}>
              {verb}
            </a>
          ))}
        </p>
      )}
      {sections.map((section) => (
        <section key={section.title} className="card">
          <h2 className="title">{section.title}</h2>
          {section.facts.length > 0 && (
            <dl className="definition-list">
              {section.facts.map(({ label, value, link }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{link ? <a href={addressOf(link)}>{value}</a> : value}</dd>
                </div>
              ))}
            </dl>
          )}
          {section.table && <Table table={section.table} caption={section.title} />}
          {section.more && (
            <p>
              <a href={addressOf(section.more)}>Показать все</a>
            </p>
          )}
        </section>
      ))}
    </>
  );
}

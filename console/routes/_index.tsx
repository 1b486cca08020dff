import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readCatalogue, readToday } from "../../contract/operator/calls";
import { need } from "../lib/api.server";
import { addressOf } from "../lib/links";

/** The list in which people are searched, by its name and its filter. */
const PEOPLE = { list: "people", filter: "search" } as const;

export const meta: MetaFunction = () => [{ title: "Сегодня — консоль клуба" }];

export async function loader(call: LoaderFunctionArgs) {
  const [today, { acts, lists }] = await Promise.all([need(call, readToday, {}), need(call, readCatalogue, {})]);
  const groups = [...new Set([...lists, ...acts].map(({ group }) => group))].map((title) => ({
    title,
    links: [
      ...lists.filter(({ group }) => group === title).map(({ name, title: text }) => ({ to: `/lists/${name}`, text })),
      ...acts.filter(({ group }) => group === title).map(({ name, title: text }) => ({ to: `/acts/${name}`, text })),
    ],
  }));
  return { items: today.items, groups, mayFindPeople: lists.some(({ name }) => name === PEOPLE.list) };
}

export default function TodayPage() {
  const { items, groups, mayFindPeople } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Сегодня</h1>
      {items.length === 0 && <p>Ничего не ждёт.</p>}
      <ul className="today">
        {items.map(({ title, count, link }) => (
          <li key={title}>
            <a href={addressOf(link)}>
              <b>{count}</b> {title}
            </a>
          </li>
        ))}
      </ul>
      {mayFindPeople && (
        <form className="filters" action={`/lists/${PEOPLE.list}`}>
          <div className="field">
            <label htmlFor="search">Найти участника</label>
            <p className="hint" id="search-hint">
              Телефон, e-mail, ИНН или фамилия
            </p>
            <input
              className="input"
              id="search"
              name={PEOPLE.filter}
              aria-describedby="search-hint"
              autoComplete="off"
            />
          </div>
          <button className="button" type="submit">
            Найти
          </button>
        </form>
      )}
      <div className="group-list">
        {groups.map(({ title, links }) => (
          <section key={title} className="card">
            <h2 className="title">{title}</h2>
            <ul>
              {links.map(({ to, text }) => (
                <li key={to}>
                  <a href={to}>{text}</a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

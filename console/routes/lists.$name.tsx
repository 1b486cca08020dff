import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readCatalogue, readList } from "../../contract/operator/calls";
import { ask, need } from "../lib/api.server";
import { withQuery } from "../lib/links";
import { ErrorSummary, Field } from "../ui/field";
import { Table } from "../ui/table";

/** In the address, the key after which the page begins. No filter has a capital letter. */
const AFTER = "afterKey";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [{ title: `${page?.title} — консоль клуба` }];

export async function loader(call: LoaderFunctionArgs) {
  const listName = call.params.name ?? "";
  const { [AFTER]: afterKey, ...typed } = Object.fromEntries(new URL(call.request.url).searchParams);
  const values = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ""));
  const { lists } = await need(call, readCatalogue, {});
  const list = lists.find(({ name }) => name === listName);
  if (!list) throw new Response("Такого списка нет.", { status: 404 });
  const known = Object.fromEntries(list.filters.flatMap(({ name }) => (values[name] ? [[name, values[name]]] : [])));
  const { result, refusal } = await ask(call, readList, { listName, ...known, ...(afterKey && { afterKey }) });
  const shared = { title: list.title, filters: list.filters, values: known };
  if (refusal) {
    const errors = Object.fromEntries(Object.entries(refusal.fields).filter(([name]) => name !== AFTER));
    return data({ ...shared, table: null, next: null, errors, message: refusal.message }, refusal.status);
  }
  const next = result.next && withQuery(`/lists/${listName}`, { ...known, [AFTER]: result.next });
  return data({ ...shared, table: result.table, next, errors: {}, message: "" });
}

export default function ListPage() {
  const { title, filters, values, table, next, errors, message } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>{title}</h1>
      <ErrorSummary message={message} errors={errors} />
      {filters.length > 0 && (
        <form className="filters">
          {filters.map((field) => (
            <Field key={field.name} field={field} values={values} errors={errors} isFilter />
          ))}
          <button className="button button--secondary" type="submit">
            Показать
          </button>
        </form>
      )}
      {table && <Table table={table} caption={title} />}
      {next && (
        <p>
          <a className="button button--secondary" href={next} rel="next">
            Дальше
          </a>
        </p>
      )}
    </>
  );
}

import { Form, Link, useLoaderData } from "@remix-run/react";
import { ListPage } from "../../../list/list-page";
import { makeRows } from "../../../list/rows";

export const meta = () => [{ title: "Rewards" }];

export function loader() {
  return { rows: makeRows() };
}

export default function ListRoute() {
  const { rows } = useLoaderData<typeof loader>();
  return <ListPage rows={rows} Form={Form} Link={Link} />;
}

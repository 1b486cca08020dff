import type { ReactNode } from "react";
import type { Row } from "./rows";

export interface LinkProps {
  to: string;
  className?: string;
  children: ReactNode;
}

export interface FormProps {
  method: "get";
  className: string;
  children: ReactNode;
}

interface ShellProps {
  /** Remix's link; a plain one when left out. */
  Link?: (props: LinkProps) => ReactNode;
  children: ReactNode;
}

/** Header and footer around a page. */
export function Shell({ Link = PlainLink, children }: ShellProps) {
  return (
    <>
      <header className="top">
        <Link to="/" className="logo">
          Points Club
        </Link>
        <nav>
          <Link to="/list">Rewards</Link>
          <Link to="/register">Join</Link>
        </nav>
      </header>
      <main>{children}</main>
      <footer>
        © Points Club. All rights reserved. <Link to="/">Home</Link>
      </footer>
    </>
  );
}

interface ListPageProps {
  rows: readonly Row[];
  Form?: (props: FormProps) => ReactNode;
  Link?: (props: LinkProps) => ReactNode;
}

/** A heading, a filter and a table with a link in each row. */
export function ListPage({ rows, Form = PlainForm, Link = PlainLink }: ListPageProps) {
  return (
    <>
      <h1>Rewards</h1>
      <Form method="get" className="filter">
        <label htmlFor="q">Search</label>
        <input id="q" name="q" />
        <select name="cat" aria-label="Category">
          <option value="">All</option>
          <option>Kitchen</option>
          <option>Travel</option>
          <option>Garden</option>
        </select>
        <button type="submit" className="btn">
          Find
        </button>
      </Form>
      <table>
        <thead>
          <tr>
            <th>#</th>
            <th>Name</th>
            <th>Category</th>
            <th>Points</th>
            <th>Stock</th>
            <th>Since</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>{row.id}</td>
              <td>
                <Link to={`/list?id=${row.id}`}>{row.name}</Link>
              </td>
              <td>{row.category}</td>
              <td className="n">{row.points}</td>
              <td className="n">{row.stock}</td>
              <td>{row.date}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function PlainLink({ to, ...props }: LinkProps) {
  return <a href={to} {...props} />;
}

function PlainForm(props: FormProps) {
  return <form {...props} />;
}

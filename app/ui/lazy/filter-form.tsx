import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "../core/button";

type FilterFormProps = {
  label: string;
  children: ReactNode;
  submit?: ReactNode;
  /** Address of the list without a filter; without it there is no reset link. */
  resetTo?: string;
};

/** A filter above a list. It is sent by GET, so it is part of the address. Its fields take `shell={{ id, result: null }}`. */
export function FilterForm({ label, children, submit = "Показать", resetTo }: FilterFormProps) {
  return (
    <Form method="get" role="search" aria-label={label} className="filter-form">
      {children}
      <div className="button-row">
        <Button variant="secondary">{submit}</Button>
        {resetTo && (
          <Link className="button button--quiet" to={resetTo}>
            Сбросить
          </Link>
        )}
      </div>
    </Form>
  );
}

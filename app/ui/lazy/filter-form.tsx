import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "../core/button";

type FilterFormProps = {
  label: string;
  children: ReactNode;
  submit?: ReactNode;
  /** Where "Сбросить" leads: the same list without a filter. Left out, nothing is reset. */
  resetTo?: string;
};

/** A filter above a list. It goes by GET, so the address bears it. Fields take `shell={{ id, result: null }}`. */
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

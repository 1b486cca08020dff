import { Form, Link, useLocation, useNavigationType } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { Button } from "./button";

type FilterFormProps = {
  label: string;
  children: ReactNode;
  submit?: ReactNode;
  /** Address of the list without a filter; without it there is no reset link. */
  resetTo?: string;
};

/** The end of the form that a search or a filter comes back to, with the results below it. A page has one of them. */
export const RESULTS_ID = "results";

/**
 * A filter above a list. It is sent by GET, so it is part of the address, and comes back to the results instead of the top of
 * the page. Its fields take `shell={{ id, result: null }}`.
 */
export function FilterForm({ label, children, submit = "Показать", resetTo }: FilterFormProps) {
  const { search } = useLocation();
  const navigation = useNavigationType();
  const [shown, setShown] = useState({ search, version: 0 });
  if (search !== shown.search) {
    // After Back, and without a filter, the fields begin anew; after a submission they have what was sent, or typed since.
    const isStale = navigation === "POP" || !resetTo;
    setShown({ search, version: shown.version + (isStale ? 1 : 0) });
  }
  return (
    <Form
      key={shown.version}
      method="get"
      action={`#${RESULTS_ID}`}
      role="search"
      aria-label={label}
      className="filter-form"
    >
      {children}
      <div className="button-row" id={RESULTS_ID}>
        <Button variant="secondary">{submit}</Button>{" "}
        {resetTo && (
          <Link className="button button--quiet" to={`${resetTo}#${RESULTS_ID}`}>
            Сбросить
          </Link>
        )}
      </div>
    </Form>
  );
}

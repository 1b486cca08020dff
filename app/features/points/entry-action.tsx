import { Link } from "@remix-run/react";
import { keepCodesWhole } from "../../ui/lazy/whole-codes";
import { orderPath } from "./order-path";

interface EntryActionProps {
  action: string;
  /** The order's number; empty for other entries. */
  order: string;
  /** The day from which the points can be spent; empty when they can be. */
  availableOn?: string;
}

/** What an entry is for, with the number of its order, which leads to the order's sheet. */
export function EntryAction({ action, order, availableOn }: EntryActionProps) {
  return (
    <span>
      {keepCodesWhole(order ? `${action} ` : action)}
      {order && <Link to={orderPath(order)}>{`№\u00a0${order}`}</Link>}
      {availableOn && <span className="hint">{` Можно потратить с ${availableOn}`}</span>}
    </span>
  );
}

import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { readOrder, showOrderCode } from "../../contract/overviews";
import { cacheHeaders } from "../document/cache";
import { orderAnchor, orderPath } from "../features/points/order-path";
import { OrderSheet } from "../features/points/order-sheet";
import { viewOrder } from "../features/points/view-order.server";
import { readConfiguration } from "../lib/configuration.server";
import { redirectWithNotice } from "../session/reply.server";
import { requireParticipant } from "../session/visit.server";

const POINTS = "/dashboard/points";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `Заказ №\u00a0${data?.number ?? ""} — Клуб` }];
export const headers = cacheHeaders("secret");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireParticipant(args, POINTS);
  // Another upstream has no orders one by one.
  if (!readConfiguration().upstreamExtensions) throw redirect(POINTS);
  return viewOrder(await visit.read(readOrder, { id: args.params.id ?? "" }));
}

/** A certificate's code. It is in the reply to a press only: neither in an address nor in a page that is opened. */
export async function action(args: ActionFunctionArgs) {
  const visit = await requireParticipant(args, POINTS);
  const id = args.params.id ?? "";
  if (!readConfiguration().upstreamExtensions) throw redirect(POINTS, 303);
  const answer = await visit.call(showOrderCode, { id });
  if (!answer.ok) return redirectWithNotice(orderPath(id), { kind: "error", text: answer.refusal.message });
  return data({ ...answer.result, number: id });
}

export { clientAction, shouldRevalidate } from "../ui/core/shell/lost-reply";

export default function OrderPage() {
  const order = useLoaderData<typeof loader>();
  const code = useActionData<typeof action>();
  return (
    <>
      <p className="caption">
        <Link to={`${POINTS}#${orderAnchor(order.number)}`}>← Баллы</Link>
      </p>
      <OrderSheet order={order} code={code && "lost" in code ? null : (code ?? null)} />
    </>
  );
}

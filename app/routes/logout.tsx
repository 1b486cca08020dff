import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { logout } from "../../contract/accounts";
import { cacheHeaders } from "../document/cache";
import { dropCart } from "../features/cart/cart-cookie.server";
import { dropNotice } from "../session/notice.server";
import { finishForm } from "../session/reply.server";
import { lookUp } from "../session/run-lookup.server";
import { endSession } from "../session/session.server";
import { openVisit } from "../session/visit.server";
import { usePageForm } from "../ui/core/form";
import { PageHeader } from "../ui/core/page";
import { PressForm } from "../ui/lazy/auto-submit-form";
import { SessionGone } from "../upstream/client.server";

export const meta: MetaFunction = () => [{ title: "Выход — Клуб" }];
export const headers = cacheHeaders("session");

export async function loader(args: LoaderFunctionArgs) {
  const { session } = await openVisit(args);
  return session ? null : redirect("/");
}

/** §4.2: tells the upstream, and leaves whatever it answers: nobody stays logged in because of an outage. */
export async function action(args: ActionFunctionArgs) {
  const visit = await openVisit(args);
  if (visit.session) {
    await lookUp(visit, logout, {}).catch((error: unknown) => {
      if (!(error instanceof SessionGone)) throw error;
    });
  }
  return finishForm("/", undefined, [endSession(), dropCart(), dropNotice()]);
}

export default function LogoutPage() {
  const shell = usePageForm("logout", null, "/logout");
  return (
    <>
      <PageHeader title="Выйти из клуба?" lead="Корзина на этом устройстве очистится." />
      <PressForm shell={shell}>Выйти</PressForm>
    </>
  );
}

import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { logout } from "../../contract/accounts";
import { cacheHeaders } from "../document/cache";
import { clearCart } from "../features/cart/cart-cookie.server";
import { clearNotice } from "../session/notice.server";
import { redirectWithNotice } from "../session/reply.server";
import { endSession, forgetSessionEnd } from "../session/session.server";
import { openVisit } from "../session/visit.server";
import { usePageForm } from "../ui/core/form";
import { PageHeader } from "../ui/core/page";
import { OneButtonForm } from "../ui/lazy/one-button-form";
import { call, SessionGone } from "../upstream/client.server";
import { UpstreamOutage } from "../upstream/outage.server";

export const meta: MetaFunction = () => [{ title: "Выход — Клуб" }];
export const headers = cacheHeaders("session");

export async function loader(args: LoaderFunctionArgs) {
  const { session } = await openVisit(args);
  return session ? null : redirect("/");
}

/** §4.2: logs out here whatever the upstream replies, so that an outage keeps nobody logged in. */
export async function action(args: ActionFunctionArgs) {
  const visit = await openVisit(args);
  if (visit.session) {
    await call(logout, {}, visit.caller).catch((error: unknown) => {
      if (!(error instanceof SessionGone || error instanceof UpstreamOutage)) throw error;
    });
  }
  return redirectWithNotice("/", undefined, [...endSession(), forgetSessionEnd(), clearCart(), clearNotice()]);
}

export { clientAction, shouldRevalidate } from "../ui/core/shell/lost-reply";

export default function LogoutPage() {
  const shell = usePageForm("logout", null, "/logout");
  return (
    <>
      <PageHeader title="Выйти из личного кабинета?" lead="Корзина на этом устройстве очистится." />
      <OneButtonForm shell={shell}>Выйти</OneButtonForm>
    </>
  );
}

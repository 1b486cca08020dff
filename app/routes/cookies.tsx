import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { CONSENT_COOKIE_DAYS } from "../../contract/values";
import { CONSENT_COOKIE } from "../document/cache";
import { writeCookie } from "../session/cookie.server";
import { redirectWithNotice } from "../session/reply.server";
import { readReferrer, readReturnPath } from "../session/return-path.server";

const DAY_SECONDS = 24 * 60 * 60;

/** The question is shown on other pages and has no page of its own. */
export function loader({ request }: LoaderFunctionArgs) {
  return redirect(readReferrer(request));
}

/** §4.14: stores the consent for a hundred days and returns to the page. */
export async function action({ request }: ActionFunctionArgs) {
  const to = (await request.formData()).get("to");
  const consent = writeCookie(CONSENT_COOKIE, "1", { maxAge: CONSENT_COOKIE_DAYS * DAY_SECONDS });
  return redirectWithNotice(readReturnPath(to, readReferrer(request)), undefined, [consent]);
}

export default function CookiesPage() {
  return null;
}

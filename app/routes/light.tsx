import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { LIGHT_COOKIE } from "../document/cache";
import { clearCookie, writeCookie } from "../session/cookie.server";
import { redirectWithNotice } from "../session/reply.server";
import { readReferrer, readReturnPath } from "../session/return-path.server";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The switch is in the footer and has no page of its own. */
export function loader({ request }: LoaderFunctionArgs) {
  return redirect(readReferrer(request));
}

/** Switches the version without script on or off and returns to the page. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await request.formData();
  const light =
    form.get("light") === "1" ? writeCookie(LIGHT_COOKIE, "1", { maxAge: YEAR_SECONDS }) : clearCookie(LIGHT_COOKIE);
  return redirectWithNotice(readReturnPath(form.get("to"), readReferrer(request)), undefined, [light]);
}

export default function LightPage() {
  return null;
}

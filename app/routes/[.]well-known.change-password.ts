import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { readSession } from "../session/session.server";

/** Where browsers and password managers send a person whose password has become known. A guest gets a new one by mail. */
export async function loader({ request }: LoaderFunctionArgs) {
  const session = await readSession(request);
  return redirect(session ? "/dashboard/profile/security" : "/recovery", { headers: { "Cache-Control": "no-store" } });
}

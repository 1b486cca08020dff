import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { logOut } from "../../contract/operator/calls";
import { ask } from "../lib/api.server";
import { clearToken } from "../lib/cookie.server";

export function loader() {
  return redirect("/");
}

export async function action(call: ActionFunctionArgs) {
  await ask(call, logOut, {}).catch(() => undefined);
  return redirect("/login", { status: 303, headers: { "Set-Cookie": clearToken(call) } });
}

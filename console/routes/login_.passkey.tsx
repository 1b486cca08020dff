import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { beginPasskeyLogIn } from "../../contract/operator/calls";
import { ask } from "../lib/api.server";

export function loader() {
  return redirect("/login");
}

/** Asked by the script of the log-in. */
export async function action(call: ActionFunctionArgs): Promise<Response> {
  const { result, refusal } = await ask(call, beginPasskeyLogIn, {}, { token: "" });
  return refusal ? Response.json({}, { status: refusal.status }) : Response.json(result.options);
}

import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { beginPasskey } from "../../contract/operator/calls";
import { ask } from "../lib/api.server";

export function loader() {
  return redirect("/passkeys");
}

/** Asked by the script of the page with one's passkeys. */
export async function action(call: ActionFunctionArgs): Promise<Response> {
  const { result, refusal } = await ask(call, beginPasskey, {});
  return refusal ? Response.json({}, { status: refusal.status }) : Response.json(result.options);
}

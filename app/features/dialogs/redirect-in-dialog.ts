import type { ClientActionFunctionArgs } from "@remix-run/react";
import type { DialogRedirect } from "../../ui/lazy/dialog-form";

/**
 * The client action of pages whose form leads on to the activation: sent from a dialog over another page, the dialog itself
 * goes on to the activation (§4.8). From the page itself, and without script, the redirect stays one.
 */
export async function redirectInDialog({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  try {
    return await serverAction();
  } catch (answer) {
    const to = answer instanceof Response ? answer.headers.get("Location") : null;
    if (to !== "/activation" || new URL(request.url).pathname === window.location.pathname) throw answer;
    return { redirectTo: to } satisfies DialogRedirect;
  }
}

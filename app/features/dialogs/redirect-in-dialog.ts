import type { ClientActionFunctionArgs } from "@remix-run/react";
import { tellLostReply } from "../../ui/core/shell/lost-reply";
import type { DialogRedirect } from "../../ui/lazy/dialog-form";

/**
 * The client action of pages whose form redirects to the activation. If the form is in a dialog over another page, the dialog
 * shows the activation itself (§4.8). On the page itself, and without script, the redirect is followed.
 */
export async function redirectInDialog({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  try {
    return await serverAction();
  } catch (reply) {
    if (reply instanceof Error) return tellLostReply(reply);
    const to = reply instanceof Response ? reply.headers.get("Location") : null;
    if (to !== "/activation" || new URL(request.url).pathname === window.location.pathname) throw reply;
    return { redirectTo: to } satisfies DialogRedirect;
  }
}

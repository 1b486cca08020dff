import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { documentFieldNames, documentsSchema } from "../features/documents/documents.schema.server";
import { submitDocuments } from "../features/documents/submit-documents.server";

/** Nothing to see here: the form stands on its page. */
export function loader() {
  return redirect("/dashboard/documents");
}

/** The documents, sent by a script that shows how far they are: the same answer as the page's, as data. */
export async function action(args: ActionFunctionArgs) {
  const answer = await submitDocuments(args, documentsSchema, documentFieldNames);
  if (!(answer instanceof Response)) return Response.json({ result: answer.data }, answer.init ?? undefined);
  const to = answer.headers.get("Location");
  answer.headers.delete("Location");
  return Response.json({ to }, { headers: answer.headers });
}

import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { documentFieldNames, documentsSchema } from "../features/documents/documents.schema.server";
import { submitDocuments } from "../features/documents/submit-documents.server";

export const handle = { files: "pictures" };

/** This address has no page; the form is on the documents page. */
export function loader() {
  return redirect("/dashboard/documents");
}

/** Receives the form from the script that shows the progress of the upload. The reply is the page's, as JSON. */
export async function action(args: ActionFunctionArgs) {
  const answer = await submitDocuments(args, documentsSchema, documentFieldNames);
  if (!(answer instanceof Response)) return Response.json({ result: answer.data }, answer.init ?? undefined);
  const to = answer.headers.get("Location");
  answer.headers.delete("Location");
  return Response.json({ to }, { headers: answer.headers });
}

import type { LoaderFunctionArgs } from "@remix-run/node";
import { downloadArticles } from "../../contract/promotions";
import { openVisit } from "../session/visit.server";

/** The articles of a promotion as a file. */
export async function loader(args: LoaderFunctionArgs) {
  const visit = await openVisit(args);
  const answer = await visit.download(downloadArticles, { id: args.params.id ?? "" });
  if (!answer.ok) throw new Response(answer.refusal.message, { status: 404 });
  return answer.result;
}

import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  type ClientActionFunctionArgs,
  redirect,
  redirectDocument,
  useActionData,
  useLoaderData,
} from "@remix-run/react";
import { checkDocuments } from "../../contract/accounts";
import { cacheHeaders } from "../document/cache";
import { readCart } from "../features/cart/cart-cookie.server";
import { documentFieldNames, documentsSchema } from "../features/documents/documents.schema.server";
import { DocumentsForm } from "../features/documents/documents-form";
import { DocumentsStatus } from "../features/documents/documents-status";
import { readKeptReply, redirectWithReply } from "../features/documents/kept-reply.server";
import { submitDocuments } from "../features/documents/submit-documents.server";
import { uploadForm } from "../features/documents/upload";
import { moscowDay } from "../lib/dates.server";
import { loadUser, openVisit, requireSession } from "../session/visit.server";
import { usePageForm } from "../ui/core/form";
import { PageHeader } from "../ui/core/page";

export const handle = { files: "pictures" };
export const meta: MetaFunction = () => [{ title: "Документы — Клуб" }];
export const headers = cacheHeaders("secret");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/gifts");
  const [user, answer, cart] = await Promise.all([
    loadUser(args, visit),
    visit.call(checkDocuments, {}),
    readCart(args.request),
  ]);
  if (!user) throw redirect("/");
  return {
    // An upstream may let only some roles ask: a refusal means that there are none.
    status: answer.ok ? answer.result.status : "none",
    reason: answer.ok ? answer.result.reason : "",
    waiting: cart !== null && cart.lines.length > 0,
    names: { last_name: user.last_name, first_name: user.first_name, sur_name: user.sur_name },
    today: moscowDay(new Date()),
    kept: await readKeptReply(args.request, visit.session),
  };
}

/** A form that was sent without script; with script `clientAction` uploads it to another address. */
export async function action(args: ActionFunctionArgs) {
  const answer = await submitDocuments(args, documentsSchema, documentFieldNames);
  return answer instanceof Response ? answer : redirectWithReply((await openVisit(args)).session, answer.data);
}

/** With script the files are uploaded with a progress bar. */
export async function clientAction({ request }: ClientActionFunctionArgs) {
  const outcome = await uploadForm("/dashboard/documents/upload", await request.formData());
  if ("page" in outcome) throw redirectDocument(outcome.page);
  if ("to" in outcome) throw redirect(outcome.to);
  return outcome.result;
}

export default function DocumentsPage() {
  const { status, reason, waiting, names, today, kept } = useLoaderData<typeof loader>();
  const shell = usePageForm("documents", useActionData<typeof clientAction>() ?? kept);
  const isOpen = status !== "pending" && status !== "accepted";
  return (
    <>
      <PageHeader
        title="Документы"
        lead="Когда подарки за год стоят больше установленного предела, закон просит нас знать, кому мы их выдаём."
      />
      <DocumentsStatus status={status} reason={reason} waiting={waiting} />
      {isOpen && (
        <div className="card card--narrow">
          <DocumentsForm shell={shell} names={names} today={today} />
        </div>
      )}
    </>
  );
}

import { parseWithZod } from "@conform-to/zod";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addDocuments, checkDocuments } from "../../contract/accounts";
import { IMAGES_TOO_LARGE_MESSAGE } from "../../contract/values";
import { cacheHeaders } from "../document/cache";
import { documentFieldNames, documentsSchema } from "../features/documents/documents.schema.server";
import { DocumentsForm } from "../features/documents/documents-form";
import { DocumentsStatus } from "../features/documents/documents-status";
import { readCart } from "../session/cart.server";
import { finishForm, refuseForm, rejectForm } from "../session/reply.server";
import { loadUser, requireSession } from "../session/visit.server";
import { usePageForm } from "../ui/form";
import { PageHeader } from "../ui/page";

export const meta: MetaFunction = () => [{ title: "Документы — Клуб" }];
export const headers = cacheHeaders("secret");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/gifts");
  const [user, documents, cart] = await Promise.all([
    loadUser(args, visit),
    visit.read(checkDocuments, {}),
    readCart(args.request),
  ]);
  if (!user) throw redirect("/");
  return {
    status: documents.status,
    reason: documents.reason,
    waiting: cart !== null && cart.lines.length > 0,
    names: { last_name: user.last_name, first_name: user.first_name, sur_name: user.sur_name },
    today: new Date().toISOString().slice(0, 10),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const visit = await requireSession(args, "/dashboard/gifts");
  if (Number(request.headers.get("Content-Length") ?? 0) > LARGEST_FORM) {
    await discard(request);
    return data({ status: "error" as const, error: { "": [IMAGES_TOO_LARGE_MESSAGE] } }, { status: 413 });
  }
  const submission = parseWithZod(await request.formData(), { schema: documentsSchema });
  if (submission.status !== "success") return rejectForm(submission);
  const { passport_main, passport_registration, ...answers } = submission.value;
  const answer = await visit.call(addDocuments, answers, { files: { passport_main, passport_registration } });
  if (!answer.ok) {
    const { refusal } = answer;
    // §5.16: the customer's words, whatever the upstream says about it.
    const spoken = refusal.status === 413 ? { ...refusal, message: IMAGES_TOO_LARGE_MESSAGE } : refusal;
    return refuseForm(submission, spoken, documentFieldNames);
  }
  return finishForm("/dashboard/documents", {
    kind: "success",
    title: "Документы переданы",
    text: "Мы проверим их и покажем решение на этой странице.",
  });
}

export default function DocumentsPage() {
  const { status, reason, waiting, names, today } = useLoaderData<typeof loader>();
  const shell = usePageForm("documents", useActionData<typeof action>());
  const open = status === "none" || status === "rejected";
  return (
    <>
      <PageHeader
        title="Документы"
        lead="Когда подарки за год стоят больше установленного предела, закон просит нас знать, кому мы их выдаём."
      />
      <DocumentsStatus status={status} reason={reason} waiting={waiting} />
      {open && (
        <div className="card sheet">
          <DocumentsForm shell={shell} names={names} today={today} />
        </div>
      )}
    </>
  );
}

/** Two scans of the largest size with room to spare; what is larger isn't held in memory. */
const LARGEST_FORM = 48 * 1024 * 1024;

/** Reads a body to its end, since a browser listens for the answer only then. */
async function discard(request: Request): Promise<void> {
  const reader = request.body?.getReader();
  while (reader && !(await reader.read()).done);
}

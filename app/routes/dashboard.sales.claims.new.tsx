import { parseWithZod } from "@conform-to/zod";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { claimSale, saleClaimChoices } from "../../contract/sale-claims";
import { IMAGES_TOO_LARGE_MESSAGE, missingScanMessages } from "../../contract/values";
import { cacheHeaders } from "../document/cache";
import { ClaimForm } from "../features/claims/claim-form";
import { NEW_CLAIM, OWN_CLAIMS } from "../features/claims/claim-paths";
import { requireClaims } from "../features/claims/require-claims.server";
import { moscowDay } from "../lib/dates.server";
import { findScanError } from "../lib/scan-rules";
import { extractFile } from "../session/extract-file.server";
import { readUploadForm } from "../session/read-upload.server";
import { redirectWithNotice, replyInvalid, replyRefused } from "../session/reply.server";
import { type RouteArgs, requireSession } from "../session/visit.server";
import { usePageForm } from "../ui/core/form";
import { PageHeader } from "../ui/core/page";

export const handle = { files: "pictures" };
export const meta: MetaFunction = () => [{ title: "Новая заявка — Клуб" }];
export const headers = cacheHeaders("session");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireClaimant(args);
  const { distributors, shops, articles } = await visit.read(saleClaimChoices, {});
  const viewer = visit.session.role === "manager" ? ("manager" as const) : ("member" as const);
  return {
    viewer,
    distributors: distributors.map(({ id, name }) => ({ value: id, label: name })),
    // A shop's own companies may bear the same name.
    shops: shops.map(({ id, name }) => ({ value: id, label: viewer === "manager" ? name : `${name}, ИНН ${id}` })),
    articles: articles.map(({ id, name }) => ({ value: id, label: name })),
    today: moscowDay(new Date()),
  };
}

export async function action(args: ActionFunctionArgs) {
  const visit = await requireClaimant(args);
  const form = await readUploadForm(args.request, LARGEST_FORM);
  if (!form) return data({ status: "error" as const, error: { "": [IMAGES_TOO_LARGE_MESSAGE] } }, { status: 413 });
  const [photo, second] = [extractFile(form, "photo"), extractFile(form, "second_photo")];
  const submission = parseWithZod(form, { schema: claimSale.input, disableAutoCoercion: true });
  const photoError = photo ? findScanError(photo) : missingScanMessages.photo;
  const secondError = second && findScanError(second);
  if (submission.status !== "success" || !photo || photoError || secondError) {
    return replyInvalid(submission, {
      ...(photoError && { photo: [photoError] }),
      ...(secondError && { second_photo: [secondError] }),
    });
  }
  const files = { photo, ...(second && { second_photo: second }) };
  const answer = await visit.call(claimSale, submission.value, { files });
  if (!answer.ok) return replyRefused(submission, answer.refusal, FIELDS);
  const { id } = answer.result;
  return redirectWithNotice(OWN_CLAIMS, {
    kind: "success",
    title: id ? `Заявка №\u00a0${id} отправлена` : "Заявка отправлена",
    text: "Дистрибьютор проверит документ. Ответ придёт письмом и появится на этой странице.",
  });
}

export { clientAction, shouldRevalidate } from "../ui/core/shell/lost-reply";

export default function NewClaimPage() {
  const view = useLoaderData<typeof loader>();
  const shell = usePageForm("claim", useActionData<typeof action>(), NEW_CLAIM);
  return (
    <>
      <PageHeader mark={<Link to={OWN_CLAIMS}>← Мои заявки</Link>} title="Новая заявка" />
      <div className="card card--narrow">
        <ClaimForm shell={shell} {...view} />
      </div>
    </>
  );
}

/** Bytes of the largest form: two photos of the largest size and some room. A larger one isn't read into memory. */
const LARGEST_FORM = 24 * 1024 * 1024;

const FIELDS = [...Object.keys(claimSale.input.shape), "photo", "second_photo"];

async function requireClaimant(args: RouteArgs) {
  const visit = await requireSession(args, "/dashboard/sales");
  requireClaims("/dashboard/sales/");
  return visit;
}

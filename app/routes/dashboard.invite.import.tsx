import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData } from "@remix-run/react";
import { z } from "zod";
import { importInvites } from "../../contract/invites";
import { missingFileMessages } from "../../contract/values";
import { cacheHeaders } from "../document/cache";
import { ImportForm } from "../features/invites/import-form";
import { LETTERS_GO_OUT } from "../features/invites/task-progress";
import { extractFile } from "../session/extract-file.server";
import { redirectWithNotice, replyRefused } from "../session/reply.server";
import { requireSession } from "../session/visit.server";
import { usePageForm } from "../ui/core/form";
import { PageHeader } from "../ui/core/page";

export const handle = { files: "tables" };
export const meta: MetaFunction = () => [{ title: "Приглашения списком — Клуб" }];
export const headers = cacheHeaders("session");

export async function loader(args: LoaderFunctionArgs) {
  await requireSession(args, "/dashboard/invite");
  return null;
}

export async function action(args: ActionFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/invite");
  const formData = await args.request.formData();
  const file = extractFile(formData, "file");
  const submission = parseWithZod(formData, { schema: z.object({}) });
  if (!file) return replyRefused(submission, NO_FILE, ["file"]);
  const answer = await visit.call(importInvites, {}, { files: { file } });
  if (!answer.ok) return replyRefused(submission, answer.refusal, ["file"]);
  const { task_id } = answer.result;
  if (task_id) return redirectWithNotice(`/dashboard/invite/tasks/import/${encodeURIComponent(task_id)}`);
  return redirectWithNotice("/dashboard/invite/", {
    kind: "success",
    title: "Список принят",
    text: LETTERS_GO_OUT,
  });
}

export { clientAction, shouldRevalidate } from "../ui/core/shell/lost-reply";

export default function ImportInvitesPage() {
  const shell = usePageForm("import", useActionData<typeof action>(), "/dashboard/invite/import");
  return (
    <>
      <PageHeader
        mark={<Link to="/dashboard/invite/">← Все приглашения</Link>}
        title="Пригласить списком"
        lead="Каждому из файла придёт письмо с личной ссылкой."
      />
      <div className="card card--narrow">
        <ImportForm shell={shell} />
      </div>
    </>
  );
}

const NO_FILE = { status: 400, aliases: [], message: "", fields: { file: missingFileMessages.invites } };

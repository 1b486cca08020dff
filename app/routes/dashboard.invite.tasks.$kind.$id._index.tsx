import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { importStatus, resendStatus } from "../../contract/invites";
import { isTaskRunning, TASK_POLL_MS } from "../../contract/values";
import { cacheHeaders } from "../document/cache";
import type { TaskView } from "../features/invites/invite-view";
import { TaskProgress } from "../features/invites/task-progress";
import { MISSING_TASK, viewTask } from "../features/invites/view-invites.server";
import { explainMissing } from "../session/explain-missing.server";
import { requireSession } from "../session/visit.server";
import { ButtonLink } from "../ui/core/button";
import { Notice } from "../ui/core/notice";
import { PageHeader, Section } from "../ui/core/page";
import { usePolling } from "../ui/core/polling";
import { ReloadWithoutScript } from "../ui/core/reload-without-script";
import { RepeatedRows } from "../ui/lazy/repeated-rows";
import { RowErrors } from "../ui/lazy/row-errors";

export const meta: MetaFunction = () => [{ title: "Отправка приглашений — Клуб" }];
export const headers = cacheHeaders("session");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/invite");
  const id = args.params.id ?? "";
  const kind = args.params.kind === "resend" ? ("resend" as const) : ("import" as const);
  const answer = await visit.call(kind === "resend" ? resendStatus : importStatus, { id });
  if (!answer.ok) {
    const { missing, status } = explainMissing(answer.refusal, MISSING_TASK);
    return data({ kind, task: null, missing }, { status });
  }
  return data({ kind, task: viewTask(answer.result, id), missing: null });
}

export default function InviteTaskPage() {
  const { kind, task, missing } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        mark={<Link to="/dashboard/invite/">← Все приглашения</Link>}
        title={kind === "import" ? "Приглашаем по списку" : "Отправляем ещё раз"}
      />
      {missing && (
        <Notice
          kind="warning"
          title={missing.title}
          action={
            <ButtonLink to="/dashboard/invite/" variant="secondary" reloadDocument>
              Обновить список
            </ButtonLink>
          }
        >
          <p>{missing.text}</p>
        </Notice>
      )}
      {task && <Progress kind={kind} loaded={task} />}
    </>
  );
}

function Progress({ kind, loaded }: { kind: "import" | "resend"; loaded: TaskView }) {
  const page = `/dashboard/invite/tasks/${kind}/${encodeURIComponent(loaded.id)}`;
  const { state: task, running, trouble } = usePolling(loaded, `${page}/status`, isRunning, TASK_POLL_MS);
  return (
    <>
      {trouble && <Notice kind="warning">{trouble}</Notice>}
      <TaskProgress kind={kind} task={task} />
      {running && (
        <ButtonLink to={page} variant="secondary">
          Обновить
        </ButtonLink>
      )}
      {running && <ReloadWithoutScript />}
      {kind === "resend" && task.errors.length > 0 && (
        <Notice>
          {task.errors.map(({ field, message }) => (
            <p key={field}>{message}</p>
          ))}
        </Notice>
      )}
      {kind === "import" && task.errors.length > 0 && (
        <Section
          title="Строки с ошибками"
          actions={
            <ButtonLink to={`${page}/errors`} variant="secondary" small reloadDocument>
              Скачать строки с ошибками
            </ButtonLink>
          }
        >
          <RowErrors errors={task.errors} caption="Строки с ошибками" />
        </Section>
      )}
      <RepeatedRows title="Уже приглашены или в клубе" count={task.repeated ?? 0} repeats={task.repeats} />
      {!running && <ButtonLink to="/dashboard/invite/">К списку приглашений</ButtonLink>}
    </>
  );
}

const isRunning = ({ status }: TaskView) => isTaskRunning(status);

import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { importStatus, resendStatus } from "../../contract/invites";
import { isTaskRunning, TASK_POLL_MS } from "../../contract/values";
import { cacheHeaders } from "../document/cache";
import type { TaskView } from "../features/invites/invite-view";
import { TaskErrors, TaskProgress } from "../features/invites/task-progress";
import { viewTask } from "../features/invites/view-invites.server";
import { requireSession } from "../session/visit.server";
import { ButtonLink } from "../ui/core/button";
import { Notice } from "../ui/core/notice";
import { PageHeader, Section } from "../ui/core/page";
import { usePolling } from "../ui/core/polling";

export const meta: MetaFunction = () => [{ title: "Отправка приглашений — Клуб" }];
export const headers = cacheHeaders("session");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/invite");
  const id = args.params.id ?? "";
  const kind = args.params.kind === "resend" ? ("resend" as const) : ("import" as const);
  const answer = await visit.call(kind === "resend" ? resendStatus : importStatus, { id });
  // §8.6: shown on this page, with a link back to the list.
  if (!answer.ok) return data({ kind, task: null, notFound: answer.refusal.message }, { status: 404 });
  return data({ kind, task: viewTask(answer.result, id), notFound: null });
}

export default function InviteTaskPage() {
  const { kind, task, notFound } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        mark={<Link to="/dashboard/invite/">← Все приглашения</Link>}
        title={kind === "import" ? "Приглашаем по списку" : "Отправляем ещё раз"}
      />
      {task === null ? (
        <Notice
          kind="warning"
          title={notFound}
          action={
            <ButtonLink to="/dashboard/invite/" variant="secondary" reloadDocument>
              Обновить список
            </ButtonLink>
          }
        />
      ) : (
        <Progress kind={kind} loaded={task} />
      )}
    </>
  );
}

function Progress({ kind, loaded }: { kind: "import" | "resend"; loaded: TaskView }) {
  const page = `/dashboard/invite/tasks/${kind}/${loaded.id}`;
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
      {task.errors.length > 0 && (
        <Section
          title="Строки с ошибками"
          actions={
            kind === "import" && (
              <ButtonLink to={`${page}/errors`} variant="secondary" small reloadDocument>
                Скачать все ошибки
              </ButtonLink>
            )
          }
        >
          <TaskErrors errors={task.errors} />
        </Section>
      )}
      {!running && <ButtonLink to="/dashboard/invite/">К списку приглашений</ButtonLink>}
    </>
  );
}

const isRunning = ({ status }: TaskView) => isTaskRunning(status);

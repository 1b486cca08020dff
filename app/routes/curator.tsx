import { parseWithZod } from "@conform-to/zod";
import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addRelation } from "../../contract/accounts";
import { listDistributors } from "../../contract/companies";
import { cacheHeaders } from "../document/cache";
import { curatorSchema } from "../features/curator/curator.schema.server";
import { CuratorForm } from "../features/curator/curator-form";
import { PROFILE_PATH } from "../session/access";
import { redirectWithNotice, replyInvalid, replyRefused } from "../session/reply.server";
import { loadProfile, type ParticipantVisit, type RouteArgs, requireAnyParticipant } from "../session/visit.server";
import { ButtonLink } from "../ui/core/button";
import { usePageForm } from "../ui/core/form";
import { PageHeader, Section } from "../ui/core/page";
import { DefinitionList } from "../ui/lazy/definition-list";

export const meta: MetaFunction = () => [{ title: "Ваш куратор — Клуб" }];
export const headers = cacheHeaders("session");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireMember(args);
  const curator = (await loadProfile(args, visit))?.curator;
  if (curator) return { curator: { name: curator.name, company: curator.company }, distributors: [] };
  const distributors = await visit.read(listDistributors, {});
  return {
    curator: null,
    distributors: distributors.map(({ curator_id, actual_name_organization, legal_name_organization }) => ({
      value: curator_id,
      label: actual_name_organization || legal_name_organization,
    })),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { call } = await requireMember(args);
  const submission = parseWithZod(await args.request.formData(), { schema: curatorSchema });
  if (submission.status !== "success") return replyInvalid(submission);
  const answer = await call(addRelation, { related_to_user_id: [submission.value.curator] });
  if (!answer.ok) return replyRefused(submission, answer.refusal, ["curator"], { related_to_user_id: "curator" });
  return redirectWithNotice(PROFILE_PATH, { kind: "success", text: "Дистрибьютор выбран." });
}

export { clientAction, shouldRevalidate } from "../ui/core/shell/lost-reply";

export default function CuratorPage() {
  const { curator, distributors } = useLoaderData<typeof loader>();
  const shell = usePageForm("curator", useActionData<typeof action>());
  if (!curator) {
    return (
      <>
        <PageHeader title="Выберите дистрибьютора" lead="Его куратор будет помогать вам в программе." />
        <div className="card card--narrow">
          <CuratorForm shell={shell} distributors={distributors} />
        </div>
        <ButtonLink to={PROFILE_PATH} variant="quiet">
          Сделать это позже
        </ButtonLink>
      </>
    );
  }
  return (
    <>
      <PageHeader title="Ваш куратор" lead="Он отчитывается о ваших покупках и помогает с вопросами по программе." />
      <Section card>
        <DefinitionList
          items={[
            { term: "Куратор", value: curator.name },
            { term: "Компания", value: curator.company },
          ]}
        />
      </Section>
      <ButtonLink to={PROFILE_PATH}>Перейти в профиль</ButtonLink>
    </>
  );
}

/** §4.11: only members have a system-curator dialog. */
async function requireMember(args: RouteArgs): Promise<ParticipantVisit> {
  const visit = await requireAnyParticipant(args);
  if (visit.participant !== "member") throw redirect(PROFILE_PATH);
  return visit;
}

import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { searchRule } from "../../contract/field-rules";
import { quote } from "../../contract/russian-quotes";
import { cacheHeaders } from "../document/cache";
import { findQuestions } from "../features/faq/find-questions.server";
import { QuestionList } from "../features/faq/question-list";
import { formatCount } from "../lib/points";
import { readSearchText } from "../lib/search-text";
import { openVisit } from "../session/visit.server";
import { ButtonLink } from "../ui/core/button";
import { EmptyState } from "../ui/core/empty-state";
import { FilterForm } from "../ui/core/filter-form";
import { PageHeader } from "../ui/core/page";
import { SearchField } from "../ui/core/text-field";
import { EmptyShelf } from "../ui/lazy/blueprint/empty-shelf";
import { readQuestions } from "../upstream/content.server";

export const meta: MetaFunction = () => [
  { title: "Вопрос-ответ — Клуб" },
  { name: "description", content: "Ответы на вопросы о вступлении в клуб, баллах, подарках и доставке." },
];
export const headers = cacheHeaders("guest");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await openVisit(args);
  const { searchParams } = new URL(args.request.url);
  const search = readSearchText(searchParams, "search");
  const questions = findQuestions(await visit.handleErrors(readQuestions(visit.caller)), search);
  // The answer of a single result is shown unfolded.
  const openId = searchParams.get("question") ?? (search && questions.length === 1 ? questions[0]?.id : null) ?? null;
  return { search, openId, questions };
}

export default function QuestionsPage() {
  const { search, openId, questions } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Вопрос-ответ" lead="О вступлении, баллах, подарках и доставке." />
      <FilterForm label="Поиск по вопросам" submit="Найти" resetTo={search ? "/q&a/" : undefined}>
        <SearchField
          key={search}
          shell={{ id: "questions", result: null }}
          name="search"
          label="Что найти"
          defaultValue={search}
          {...searchRule}
        />
      </FilterForm>
      {search && (
        <p role="status">
          По запросу {quote(search)}: {formatCount(questions.length, "ответ", "ответа", "ответов")}
        </p>
      )}
      {questions.length > 0 ? (
        <QuestionList key={`${search}-${openId}`} questions={questions} openId={openId} level={2} linked />
      ) : (
        <EmptyState
          drawing={<EmptyShelf />}
          title={search ? "Такого вопроса ещё не было" : "Вопросов пока нет"}
          action={<ButtonLink to="/feedback">Спросить менеджеров</ButtonLink>}
        >
          {search
            ? "Попробуйте одно слово вместо фразы или задайте вопрос нам."
            : "Задайте первый: ответим в течение 3\u00a0рабочих дней."}
        </EmptyState>
      )}
    </>
  );
}

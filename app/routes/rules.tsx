import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { CACHE_CONTROL, cacheHeaders } from "../document/cache";
import { RulesText, RulesViewer } from "../features/rules/rules-document";
import { groupRules } from "../features/rules/rules-groups.server";
import { RulesList } from "../features/rules/rules-list";
import { requireGuest } from "../session/visit.server";
import { ButtonLink } from "../ui/core/button";
import { EmptyState } from "../ui/core/empty-state";
import { PageHeader } from "../ui/core/page";
import { EmptySheet } from "../ui/lazy/blueprint/empty-sheet";
import { readFileLinks, readRules } from "../upstream/content.server";

/** The policy of other pages shows no PDF, so links to a document load its page as a whole. */
export const handle = { showsDocument: true };

export const meta: MetaFunction<typeof loader> = ({ data: view }) => [
  { title: `${view?.document?.title ?? "Правила программы"} — Клуб` },
  { name: "description", content: "Правила программы клуба и инструкции для каждого вида участников." },
];

/** A document's page is different on Android, so shared caches may store only the list of documents. */
export const headers: HeadersFunction = (args) => {
  const headers = new Headers(cacheHeaders("guest")(args));
  if (headers.has("Vary")) headers.set("Cache-Control", CACHE_CONTROL.session);
  return headers;
};

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireGuest(args);
  const [documents, files] = await Promise.all([
    visit.handleErrors(readRules(visit.caller)),
    visit.handleErrors(readFileLinks(visit.caller)),
  ]);
  const code = new URL(args.request.url).searchParams.get("document");
  const groups = groupRules(documents, files);
  if (!code) return data({ document: null, groups });
  const entry = groups.flatMap((group) => group.documents).find((document) => document.code === code);
  if (!entry)
    throw new Response("Такого документа нет. Все документы — на странице «Правила Программы».", { status: 404 });
  const text = documents.find((document) => document.code === code)?.text ?? "";
  const withoutViewer = /\bAndroid\b/i.test(args.request.headers.get("User-Agent") ?? "");
  return data({ document: { ...entry, text, withoutViewer }, groups: [] }, { headers: { Vary: "User-Agent" } });
}

export default function RulesPage() {
  const { document, groups } = useLoaderData<typeof loader>();
  if (document) {
    return (
      <>
        <PageHeader title={document.title} mark={<Link to="/rules/">← Правила Программы</Link>} />
        {document.link && <RulesViewer {...document} />}
        {document.text && <RulesText text={document.text} />}
      </>
    );
  }
  return (
    <>
      <PageHeader title="Правила Программы" lead="У каждой роли правила свои: выберите документ." />
      {groups.length > 0 ? (
        <RulesList groups={groups} />
      ) : (
        <EmptyState
          drawing={<EmptySheet />}
          title="Документы скоро появятся"
          action={<ButtonLink to="/feedback">Спросить менеджеров</ButtonLink>}
        />
      )}
    </>
  );
}

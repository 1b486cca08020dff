import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { isSameId } from "../../contract/ids";
import { joinPromotion, listOwnPromotions, listPromotions } from "../../contract/promotions";
import { quote } from "../../contract/russian-quotes";
import { holdsPoints, participantOf } from "../../contract/values";
import { cacheHeaders } from "../document/cache";
import { ArticleList } from "../features/promotions/article-list";
import { JoinForm, type PromotionViewer } from "../features/promotions/join-form";
import { loadArticles } from "../features/promotions/load-articles.server";
import { PromotionBadge } from "../features/promotions/promotion-badge";
import { PromotionBonus } from "../features/promotions/promotion-bonus";
import { viewBonus, viewPromotion } from "../features/promotions/promotion-view.server";
import { keepUnits } from "../lib/keep-units";
import { readSearchText } from "../lib/search-text";
import { redirectWithNotice } from "../session/reply.server";
import { loadUser, openVisit, type RouteArgs, requireAnyParticipant, type Visit } from "../session/visit.server";
import { usePageForm } from "../ui/core/form";
import { Columns, PageHeader } from "../ui/core/page";

export const meta: MetaFunction<typeof loader> = ({ data: view }) => [
  { title: `${view ? `Акция ${quote(view.promotion.name)}` : "Акция"} — Клуб` },
  { name: "description", content: "Сроки и условия акции клуба, артикулы и баллы за них." },
];
export const headers = cacheHeaders("guest");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await openVisit(args);
  const id = args.params.id ?? "";
  const search = readSearchText(new URL(args.request.url).searchParams, "search");
  const [list, viewer] = await Promise.all([
    visit.read(visit.session ? listOwnPromotions : listPromotions, { id, page: 1, per_page: 1 }),
    findViewer(args, visit),
  ]);
  // The only promotion of a reply to its id need not repeat the id.
  const [only] = list.items.length === 1 ? list.items : [];
  const found =
    list.items.find((promotion) => isSameId(promotion.id, id)) ?? (only?.id === "" ? { ...only, id } : undefined);
  if (!found) throw new Response("Такой акции нет или она снята. Все акции — в разделе «Акции».", { status: 404 });
  return {
    promotion: viewPromotion(found),
    bonus: viewBonus(found),
    paragraphs: keepUnits(found.description || found.description_short)
      .split(/\n+/)
      .filter(Boolean),
    hasArticles: found.has_articles,
    search,
    list: found.has_articles ? await loadArticles(visit, id, search) : null,
    viewer,
  };
}

/** Joins the promotion and returns to its page. */
export async function action(args: ActionFunctionArgs) {
  if (!(await openVisit(args)).session) return redirect("/login", 303);
  const visit = await requireAnyParticipant(args);
  const id = args.params.id ?? "";
  const answer = await visit.call(joinPromotion, { action_id: id });
  if (!answer.ok) {
    const status = answer.refusal.status >= 400 ? answer.refusal.status : 422;
    return data({ error: { "": answer.refusal.message.split("\n") } }, { status });
  }
  return redirectWithNotice(`/promo/${encodeURIComponent(id)}/`, { kind: "success", text: "Вы участвуете в акции." });
}

export { clientAction, shouldRevalidate } from "../ui/core/shell/lost-reply";

export default function PromotionPage() {
  const { promotion, bonus, paragraphs, hasArticles, search, list, viewer } = useLoaderData<typeof loader>();
  const { id, name, image, state, dates, isJoined, acceptsCodes } = promotion;
  const shell = usePageForm("join", useActionData<typeof action>(), `/promo/${encodeURIComponent(id)}/`);
  return (
    <>
      <PageHeader
        mark={<Link to="/promo/">← Акции</Link>}
        title={name}
        lead={
          <span className="button-row">
            <PromotionBadge state={state} /> {dates}
          </span>
        }
      />
      <Columns kind="wide">
        <div className="stack">
          <div>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
          {bonus && <PromotionBonus bonus={bonus} title={promotion.bonus} state={state} />}
          {hasArticles && !list && (
            <p>
              <a className="button button--secondary" href={`/promo/${encodeURIComponent(id)}/articles`} download>
                Скачать список артикулов (CSV)
              </a>
            </p>
          )}
        </div>
        <div className="card stack">
          {image && <img src={image} alt="" width={240} height={180} />}
          <JoinForm shell={shell} viewer={viewer} state={state} isJoined={isJoined} acceptsCodes={acceptsCodes} />
        </div>
      </Columns>
      {list && <ArticleList promotionId={id} search={search} {...list} />}
    </>
  );
}

async function findViewer(args: RouteArgs, visit: Visit): Promise<PromotionViewer> {
  const user = await loadUser(args, visit);
  if (!user) return "guest";
  const participant = participantOf(user.promo_group.system_name, user.is_system);
  if (!holdsPoints(participant)) return "other";
  return participant === "member" ? "member" : "participant";
}

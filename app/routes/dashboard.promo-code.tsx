import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { useState } from "react";
import { enterPromoCode, listOwnPromotions } from "../../contract/promotions";
import { quote } from "../../contract/russian-quotes";
import { cacheHeaders } from "../document/cache";
import { PromoCodeForm } from "../features/promotions/promo-code-form";
import { viewPromotion } from "../features/promotions/promotion-view.server";
import { formatPoints } from "../lib/points";
import { redirectWithNotice, replyInvalid, replyRefused } from "../session/reply.server";
import { requireSession } from "../session/visit.server";
import { usePageForm } from "../ui/core/form";
import { Columns, PageHeader } from "../ui/core/page";

const PATH = "/dashboard/promo-code";
/** Number of the newest promotions among which those with codes are shown. */
const PROMOTIONS_SEARCHED = 20;

export const meta: MetaFunction = () => [{ title: "Промокод — Клуб" }];
export const headers = cacheHeaders("session");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireSession(args, PATH);
  const list = await visit.callOptional(listOwnPromotions, { per_page: PROMOTIONS_SEARCHED });
  const promotions = (list?.items ?? []).map((promotion) => viewPromotion(promotion));
  return {
    promotions: promotions
      .filter(({ acceptsCodes, state }) => acceptsCodes && state === "running")
      .map(({ id, name, dates, short }) => ({ id, name, dates, short })),
  };
}

export async function action(args: ActionFunctionArgs) {
  const visit = await requireSession(args, PATH);
  const submission = parseWithZod(await args.request.formData(), { schema: enterPromoCode.input });
  if (submission.status !== "success") return replyInvalid(submission);
  const answer = await visit.call(enterPromoCode, submission.value);
  if (!answer.ok) {
    // The form has one field, so every message belongs to it.
    const fields = { promo_code: answer.refusal.message };
    return replyRefused(submission, { ...answer.refusal, fields }, ["promo_code"]);
  }
  const { points, action_name: name } = answer.result;
  return redirectWithNotice(PATH, {
    kind: "success",
    ...(points !== undefined && { title: `+${formatPoints(points)}` }),
    text: name ? `Промокод принят. Акция ${quote(name)}.` : "Промокод принят.",
  });
}

export { clientAction, shouldRevalidate } from "../ui/core/shell/lost-reply";

export default function PromoCodePage() {
  const { promotions } = useLoaderData<typeof loader>();
  const { key } = useLocation();
  const [firstKey] = useState(key);
  const shell = usePageForm("promo-code", useActionData<typeof action>(), PATH);
  // After a success the field is empty; a code that was refused, or got no reply, stays.
  const [formKey, setFormKey] = useState(key);
  if (!shell.result && formKey !== key) setFormKey(key);
  return (
    <>
      <PageHeader title="Промокод" lead="Код напечатан на вкладыше внутри упаковки. Каждый действует один раз." />
      <Columns kind="wide">
        <div className="card">
          <PromoCodeForm key={formKey} shell={shell} takesFocus={formKey !== firstKey} />
        </div>
        <div className="stack">
          <h2>Где искать</h2>
          {promotions.length === 0 && <p>Сейчас нет акций с промокодами. Код из закончившейся акции не сработает.</p>}
          {promotions.map(({ id, name, dates, short }, index) => (
            <div key={id || index}>
              <p className="caption">{dates}</p>
              <h3>{id ? <Link to={`/promo/${encodeURIComponent(id)}/`}>{name}</Link> : name}</h3>
              <p>{short}</p>
            </div>
          ))}
          <p>
            <Link to="/promo/">Все акции</Link>
          </p>
        </div>
      </Columns>
    </>
  );
}

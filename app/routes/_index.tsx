import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { listPromotions } from "../../contract/promotions";
import { cacheHeaders } from "../document/cache";
import { GiftShowcase } from "../features/gifts/gift-showcase";
import { Assembly } from "../features/home/assembly";
import { ExampleYear } from "../features/home/example-year";
import { FrequentQuestions } from "../features/home/frequent-questions";
import { HomeHero } from "../features/home/home-hero";
import { PromoStrip } from "../features/home/promo-strip";
import { ThreeSteps } from "../features/home/three-steps";
import { viewPromotion } from "../features/promotions/promotion-view.server";
import { redirectByQuery } from "../session/flow-state.server";
import { requireGuest } from "../session/visit.server";
import { Section } from "../ui/core/page";
import { readQuestions } from "../upstream/content.server";

const PROMOTIONS = 3;
const QUESTIONS = 5;

export const meta: MetaFunction = () => [
  { title: "Клуб — баллы за каждую деталь" },
  {
    name: "description",
    content: "Клуб для магазинов запчастей, автосервисов и отделов продаж: баллы за сделки, подарки за баллы.",
  },
];
export const headers = cacheHeaders("guest");

export async function loader(args: LoaderFunctionArgs) {
  await redirectByQuery(args);
  const visit = await requireGuest(args);
  const [promotions, questions] = await Promise.all([
    visit.callOptional(listPromotions, { per_page: PROMOTIONS }),
    visit.optional(readQuestions(visit.caller)),
  ]);
  return {
    promotions: (promotions?.items ?? []).slice(0, PROMOTIONS).map(viewStripEntry),
    questions: (questions ?? []).slice(0, QUESTIONS).map(({ id, question }) => ({ id, question })),
  };
}

export default function HomePage() {
  const { promotions, questions } = useLoaderData<typeof loader>();
  return (
    <>
      <HomeHero />
      <Section title="Из чего собран клуб">
        <Assembly />
      </Section>
      <Section title="Три шага до подарка">
        <ThreeSteps />
        <ExampleYear />
      </Section>
      <Section title="На что обменять баллы">
        <GiftShowcase />
      </Section>
      {promotions.length > 0 && <PromoStrip promotions={promotions} />}
      {questions.length > 0 && (
        <Section title="Спрашивают чаще всего" actions={<Link to="/q&a/">Все вопросы</Link>}>
          <FrequentQuestions questions={questions} />
        </Section>
      )}
    </>
  );
}

function viewStripEntry(promotion: Parameters<typeof viewPromotion>[0]) {
  const { id, name, short, state, dates } = viewPromotion(promotion);
  return { id, name, short, when: state === "upcoming" ? `скоро, ${dates}` : dates };
}

import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listPrizes } from "../../contract/prizes";
import { holdsPoints, type Participant, participantOf } from "../../contract/values";
import { cacheHeaders } from "../document/cache";
import { groupGifts } from "../features/gifts/catalogue.server";
import { findGoal } from "../features/gifts/find-goal.server";
import { readGoal } from "../features/gifts/goal-cookie.server";
import { NextGift } from "../features/gifts/next-gift";
import { ExpiringPoints } from "../features/points/expiring-points";
import { HeldPoints } from "../features/points/held-points";
import { AddedTable, DebtTable, SpentTable } from "../features/points/points-tables";
import { statementPath } from "../features/points/statement-path";
import { loadPoints } from "../features/points/view-points.server";
import { readConfiguration } from "../lib/configuration.server";
import { describeMonths } from "../lib/month-sum";
import { readPageNumber } from "../lib/page-number";
import { formatNumber, formatPoints, POINT_RATE, pointsUnit } from "../lib/points";
import { balanceOf } from "../session/access";
import { loadUser, requireSession } from "../session/visit.server";
import { ButtonLink, ButtonRow } from "../ui/core/button";
import { Odometer } from "../ui/core/odometer";
import { PageHeader, Section } from "../ui/core/page";
import { Chart } from "../ui/lazy/chart";
import { Pagination } from "../ui/lazy/pagination";

export const meta: MetaFunction = () => [{ title: "Баллы — Клуб" }];
export const headers = cacheHeaders("session");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/points");
  const query = new URL(args.request.url).searchParams;
  const pages = { added: readPageNumber(query, "added"), spent: readPageNumber(query, "spent") };
  const { upstreamExtensions } = readConfiguration();
  // Another upstream is asked for more than this already.
  const showsNextGift = upstreamExtensions && pages.added === 1 && pages.spent === 1;
  const [user, lists, prizes] = await Promise.all([
    loadUser(args, visit),
    loadPoints(visit, pages),
    showsNextGift ? visit.callOptional(listPrizes, {}) : null,
  ]);
  const participant = user && participantOf(user.promo_group.system_name, user.is_system);
  const points = user && participant && holdsPoints(participant) ? balanceOf(user) : null;
  const goal = await readGoal(args.request, visit.session.userId);
  return {
    points,
    lead: points === null ? "Ваша роль баллов не копит." : `${POINT_RATE}.`,
    nextGift: typeof points === "number" && prizes ? findGoal(groupGifts(prizes, []), points, goal) : null,
    participant,
    source: participant && lists.added.items.length === 0 ? SOURCES[participant] : undefined,
    debtsLead: lists.debts.length > 0 ? DEBTS_LEAD : undefined,
    hasStatements: upstreamExtensions,
    ...lists,
  };
}

const DEBTS_LEAD = "Отозванных баллов на счёте не хватило. Следующие начисления сначала погасят этот долг.";

/** What brings points, by role. */
const SOURCES: Partial<Record<Participant, string>> = {
  curator: "Баллы приходят за приглашённых участников.",
  manager: "Баллы приходят за продажи из отчётов и за приглашённых участников.",
  member: "Баллы приходят за покупки из отчётов и за промокоды.",
};

export default function PointsPage() {
  const {
    points,
    lead,
    nextGift,
    participant,
    source,
    debtsLead,
    hasStatements,
    added,
    spent,
    debts,
    expiring,
    held,
    months,
  } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Баллы" lead={lead} />
      {points !== null && (
        <div className="card stack">
          {points === "unknown" ? (
            <p>На счёте — баллов.</p>
          ) : (
            <Odometer
              size="large"
              value={points}
              minDigits={5}
              label={formatPoints(points)}
              unit={pointsUnit(points)}
            />
          )}
          {nextGift && typeof points === "number" && <NextGift points={points} next={nextGift} />}
          <ButtonRow>
            <ButtonLink to="/dashboard/gifts/">Выбрать подарок</ButtonLink>{" "}
            {participant === "member" && (
              <ButtonLink to="/dashboard/promo-code" variant="secondary">
                Ввести промокод
              </ButtonLink>
            )}{" "}
            {hasStatements && (
              <ButtonLink to={statementPath()} variant="secondary">
                Выписка за месяц
              </ButtonLink>
            )}
          </ButtonRow>
        </div>
      )}
      {held.length > 0 && <HeldPoints days={held} />}
      {expiring.length > 0 && <ExpiringPoints days={expiring} />}
      {debts.length > 0 && (
        <Section title="Долг" id="debts">
          <p>{debtsLead}</p>
          <DebtTable rows={debts} />
        </Section>
      )}
      <Section title="Заказы и списания" id="spent">
        <SpentTable rows={spent.items} />
        <Pagination {...spent} param="spent" anchor="spent" label="Страницы списаний" />
      </Section>
      {months.length > 0 && (
        <Chart
          title="Начислено по месяцам"
          summary={describeMonths(months, formatPoints)}
          points={months}
          format={formatNumber}
        />
      )}
      <Section title="Начисления" id="added">
        <AddedTable rows={added.items} participant={participant} source={source} />
        <Pagination {...added} param="added" anchor="added" label="Страницы начислений" />
      </Section>
    </>
  );
}

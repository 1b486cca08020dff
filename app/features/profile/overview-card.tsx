import type { Participant } from "../../../contract/values";
import { formatAdded, formatPoints, pointsUnit } from "../../lib/points";
import { ButtonLink } from "../../ui/core/button";
import { Odometer } from "../../ui/core/odometer";

/** The latest movement of points. */
export interface Movement {
  date: string;
  action: string;
  /** Negative when points were spent. */
  sum: number | undefined;
}

/** What a participant should see first. */
export interface Overview {
  participant: Participant;
  /** Null for participants who collect no points. */
  points: number | "unknown" | null;
  movement: Movement | null;
  isAgreementAccepted: boolean;
  hasCurator: boolean;
}

/** A balance of seven digits or more doesn't fit in one row of large digits on a narrow card. */
const WIDE_BALANCE = 1_000_000;

/** Balance, last movement and the next step; nothing for a participant who has neither. */
export function OverviewCard({ overview }: { overview: Overview }) {
  const step = chooseStep(overview);
  if (overview.points === null && !step) return null;
  const card = (
    <div className="card stack">
      {overview.points !== null && (
        <div>
          <p className="caption">На счёте</p>
          <p>
            {overview.points === "unknown" ? (
              "— баллов"
            ) : (
              <Odometer
                size={overview.points < WIDE_BALANCE ? "large" : "small"}
                value={overview.points}
                minDigits={5}
                label={formatPoints(overview.points)}
                unit={pointsUnit(overview.points)}
              />
            )}
          </p>
          <p>
            {overview.movement ? (
              <>
                {overview.movement.date}: {overview.movement.action},{" "}
                <strong>{formatAdded(overview.movement.sum)}</strong>
              </>
            ) : (
              "Движений пока не было."
            )}
          </p>
        </div>
      )}
      {step && (
        <div>
          <p className="caption">Следующий шаг</p>
          <p>{step.text}</p>
          <p className="button-row">
            <ButtonLink to={step.to}>{step.label}</ButtonLink>{" "}
            {overview.points !== null && (
              <ButtonLink to="/dashboard/points/" variant="secondary">
                История баллов
              </ButtonLink>
            )}
          </p>
        </div>
      )}
    </div>
  );
  // Without a balance it is too short for the height of its row.
  return overview.points === null ? <div>{card}</div> : card;
}

interface Step {
  text: string;
  to: string;
  label: string;
}

const steps: Record<Exclude<Participant, "tadam">, Step> = {
  curator: {
    text: "Загрузите отчёт о продажах: баллы получат менеджеры и магазины.",
    to: "/dashboard/report/",
    label: "Загрузить отчёт",
  },
  manager: {
    text: "Пригласите розничную точку: за каждого, кто вступит в клуб, приходят баллы.",
    to: "/dashboard/invite/",
    label: "Пригласить",
  },
  member: {
    text: "Баллы можно обменять на подарки уже сейчас.",
    to: "/dashboard/gifts/",
    label: "Выбрать подарок",
  },
  "system-curator": {
    text: "Посмотрите, какие подарки получают участники.",
    to: "/dashboard/gifts/",
    label: "Открыть подарки",
  },
  "system-manager": {
    text: "Найдите участника по ИНН и выгрузите его отчёты.",
    to: "/dashboard/search/",
    label: "Искать розницу",
  },
};

function chooseStep({ participant, points, isAgreementAccepted, hasCurator }: Overview): Step | null {
  if (!isAgreementAccepted) {
    return {
      text: "Примите правила программы: баллы начисляются только после этого.",
      to: "/agreement",
      label: "Прочитать и принять",
    };
  }
  if (participant === "tadam") return null;
  if (participant === "member" && !hasCurator) {
    return {
      text: "Выберите дистрибьютора, у которого вы покупаете: без него покупки не засчитываются.",
      to: "/curator",
      label: "Выбрать дистрибьютора",
    };
  }
  if (participant === "member" && points === 0) {
    return {
      text: "Первые баллы приходят за покупки из отчётов дистрибьютора и за промокоды.",
      to: "/dashboard/promo-code",
      label: "Ввести промокод",
    };
  }
  return steps[participant];
}

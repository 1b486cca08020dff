import type { Participant } from "../../../contract/values";
import { formatNumber, formatPoints, pointsUnit } from "../../lib/points";
import { ButtonLink } from "../../ui/core/button";
import { Odometer } from "../../ui/core/odometer";

/** The newest movement of the points. */
export interface Movement {
  date: string;
  action: string;
  /** Negative when points were spent. */
  sum: number;
}

/** What a participant should know first, before any table. */
export interface Now {
  participant: Participant;
  /** Null for those who collect no points. */
  points: number | null;
  movement: Movement | null;
  isAgreementAccepted: boolean;
  hasCurator: boolean;
}

/** From seven digits on the large windows don't stand in one row of a narrow card. */
const WIDE_BALANCE = 1_000_000;

/** Balance, last movement and the next step; nothing for those who have neither. */
export function NowCard({ now }: { now: Now }) {
  const step = chooseStep(now);
  if (now.points === null && !step) return null;
  return (
    <div className="card stack">
      {now.points !== null && (
        <div>
          <p className="caption">На счёте</p>
          <p>
            <Odometer
              size={now.points < WIDE_BALANCE ? "large" : "small"}
              value={now.points}
              minDigits={5}
              label={formatPoints(now.points)}
              unit={pointsUnit(now.points)}
            />
          </p>
          <p>
            {now.movement ? (
              <>
                {now.movement.date}: {now.movement.action},{" "}
                <strong>
                  {now.movement.sum > 0 ? "+" : "−"}
                  {formatNumber(Math.abs(now.movement.sum))}
                </strong>
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
          <p>{step.words}</p>
          <p className="button-row">
            <ButtonLink to={step.to}>{step.label}</ButtonLink>
            {now.points !== null && (
              <ButtonLink to="/dashboard/points/" variant="secondary">
                История баллов
              </ButtonLink>
            )}
          </p>
        </div>
      )}
    </div>
  );
}

interface Step {
  words: string;
  to: string;
  label: string;
}

const steps: Record<Exclude<Participant, "tadam">, Step> = {
  curator: {
    words: "Загрузите отчёт о продажах: баллы получат Сейлзы и Ритейл.",
    to: "/dashboard/report/",
    label: "Загрузить отчёт",
  },
  manager: {
    words: "Пригласите розничную точку: за каждого, кто вступит в клуб, приходят баллы.",
    to: "/dashboard/invite/",
    label: "Пригласить",
  },
  member: {
    words: "Баллы можно обменять на подарки уже сейчас.",
    to: "/dashboard/gifts/",
    label: "Выбрать подарок",
  },
  "system-curator": {
    words: "Посмотрите, какие подарки получают участники.",
    to: "/dashboard/gifts/",
    label: "Открыть подарки",
  },
  "system-manager": {
    words: "Найдите участника по ИНН и выгрузите его отчёты.",
    to: "/dashboard/search/",
    label: "Искать розницу",
  },
};

function chooseStep({ participant, points, isAgreementAccepted, hasCurator }: Now): Step | null {
  if (!isAgreementAccepted) {
    return {
      words: "Примите правила программы: баллы начисляются только после этого.",
      to: "/agreement",
      label: "Прочитать и принять",
    };
  }
  if (participant === "tadam") return null;
  if (participant === "member" && !hasCurator) {
    return {
      words: "Выберите дистрибьютора, у которого вы покупаете: без него покупки не засчитываются.",
      to: "/curator",
      label: "Выбрать дистрибьютора",
    };
  }
  if (participant === "member" && points === 0) {
    return {
      words: "Первые баллы приходят за покупки из отчётов дистрибьютора и за промокоды.",
      to: "/dashboard/promo-code",
      label: "Ввести промокод",
    };
  }
  return steps[participant];
}

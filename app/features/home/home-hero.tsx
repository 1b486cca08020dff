import { POINT_RATE } from "../../lib/points";
import { ButtonLink } from "../../ui/core/button";
import { Hero } from "../../ui/lazy/hero";
import { Instrument } from "./instrument";

/** The promise of the club, the button to join, and facts that newcomers ask for. */
export function HomeHero() {
  return (
    <div>
      <Hero
        mark="Клуб партнёров · магазины, сервисы, отделы продаж"
        title="Баллы за каждую деталь"
        lead="Зарегистрируйтесь, собирайте баллы за сделки и меняйте их на подарки."
        actions={
          <>
            <ButtonLink to="/register">Вступить в клуб</ButtonLink>{" "}
            <ButtonLink to="/login" variant="secondary">
              Войти
            </ButtonLink>
          </>
        }
        figure={<Instrument />}
      />
      <dl className="home-facts">
        {FACTS.map(([term, fact]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const FACTS = [
  ["Масштаб", POINT_RATE],
  ["Для кого", "Менеджеры и магазины"],
  ["Подарки", "4\u00a0вида"],
  ["Ответ менеджера", "до 3\u00a0рабочих дней"],
] as const;

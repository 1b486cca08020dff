import { subDays } from "date-fns";
import { quote } from "../../contract/russian-quotes";
import { addDays, moscowDate, moscowMoment } from "../platform/moscow-date";
import type { Trx } from "../platform/services";
import type { Credit } from "../points/ledger";
import { type Article, articles } from "./articles";
import type { SeededPeople } from "./people";
import { type PictureName, pictureAddress } from "./pictures";
import { findSeason } from "./seasons";

interface PromotionSeed {
  readonly name: string;
  readonly short: string;
  readonly description: string;
  readonly picture: PictureName;
  /** As "YYYY-MM-DD". */
  readonly start: string;
  readonly end: string;
  readonly articles: (article: Article) => boolean;
  /** By what the points of deals are multiplied for those who have joined. */
  readonly factor?: number;
  /** Points that it adds in all. */
  readonly budget?: number;
  /** A promotion without this list accepts no codes. */
  readonly codes?: readonly (readonly [code: string, points: number])[];
}

/** The demo's promotions on a day, oldest first. What names a season has the days of that season. */
export function listDemoPromotions(today: string): readonly PromotionSeed[] {
  const past = findSeason(today, -2);
  const next = findSeason(today, 1);
  return [
    {
      name: "Тормозной сезон",
      short: "Колодки и диски принесли вдвое больше баллов.",
      description: `${past.during} за тормозные колодки и диски мы начисляли двойные баллы. Акция завершена, спасибо всем, кто участвовал. Баллы уже на ваших счетах.`,
      picture: "brakes",
      start: past.start,
      end: past.end,
      articles: ({ code }) => code.startsWith("B"),
    },
    {
      name: "Чистый воздух",
      short: "Промокоды в коробках салонных фильтров.",
      description:
        "Под крышкой каждой коробки салонного фильтра был промокод. Акция завершена, введённые коды зачтены. Оставшиеся коды больше не действуют.",
      picture: "filters",
      start: addDays(today, -120),
      end: addDays(today, -30),
      articles: ({ code }) => code.startsWith("CF") || code.startsWith("AF"),
      codes: [["DEMO-OLD", 100]],
    },
    {
      name: "Искра по коду",
      short: "Найдите промокод в упаковке свечей и введите его в личном кабинете.",
      description:
        "Покупайте свечи зажигания и ищите промокод на вкладыше внутри упаковки. Введите его в личном кабинете — баллы придут сразу. Один код действует один раз. Вкладыш сохраните до конца акции: мы можем попросить его фото.",
      picture: "plugs",
      start: addDays(today, -40),
      end: addDays(today, 60),
      articles: ({ code }) => code.startsWith("SP"),
      codes: [
        ["DEMO-100", 100],
        ["DEMO-200", 200],
        ["DEMO-500", 500],
        ["DEMO-USED", 100],
        ...Array.from({ length: 20 }, (_, index) => [`ISKRA-${1001 + index * 37}`, 50] as const),
      ],
    },
    {
      name: "Фильтры в запас",
      short: "Десять фильтров в одной накладной — и вы участвуете в розыгрыше инструмента.",
      description:
        "Возьмите не меньше десяти фильтров в одной накладной до конца акции и нажмите «Участвовать». Среди участников мы разыграем три набора инструмента. Итоги опубликуем на этой странице в течение недели после окончания.",
      picture: "filters",
      start: addDays(today, -14),
      end: addDays(today, 45),
      articles: ({ code }) => /^[OACF]F-/.test(code),
    },
    {
      name: "Масло с выгодой",
      short: "Моторное масло приносит на четверть больше баллов.",
      description:
        "За каждую канистру моторного масла начисляем на четверть больше баллов: и менеджеру, который её продал, и магазину. Чтобы участвовать, нажмите кнопку на этой странице. Прибавка приходит вместе с баллами по отчёту дистрибьютора.",
      picture: "oil",
      start: addDays(today, -3),
      end: addDays(today, 27),
      factor: 1.25,
      budget: 40_000,
      articles: ({ code }) => code.startsWith("EO"),
    },
    {
      name: `${next.adjective} подготовка`,
      short: "Аккумуляторы, антифриз и щётки: скоро начнём начислять бонусные баллы.",
      description: `Готовимся к ${next.towards} вместе. С первого дня акции за аккумуляторы, антифриз и щётки стеклоочистителя начисляются бонусные баллы. Список артикулов можно скачать уже сейчас.`,
      picture: "brakes",
      start: next.start,
      end: next.end,
      articles: ({ code }) => ["BT-060", "CL-G12-5", "WB-9011"].includes(code),
    },
  ];
}

/** Number of promotions that every participant of the demo has seen. */
const SEEN_PROMOTIONS = 4;

/** Writes two past promotions, three current ones and a coming one, with articles and promo codes. */
export async function seedPromotions(trx: Trx, now: Date, people: SeededPeople): Promise<void> {
  const today = moscowDate(now);
  const promotions = listDemoPromotions(today);
  const rows = await trx
    .insertInto("promotions")
    .values(
      promotions.map((promotion) => ({
        name: promotion.name,
        description_short: promotion.short,
        description: promotion.description,
        image_url: pictureAddress(promotion.picture),
        date_start: promotion.start,
        date_end: promotion.end,
        accepts_promo_codes: promotion.codes !== undefined,
        bonus_factor: promotion.factor ?? null,
        budget: promotion.budget ?? null,
        created_at: promotion.start < today ? moscowMoment(promotion.start, "12:00") : now,
      })),
    )
    .returning(["id", "name"])
    .execute();
  const ids = new Map(rows.map((row) => [row.name, row.id]));
  const idOf = ({ name }: PromotionSeed) => ids.get(name) ?? 0;
  await trx
    .insertInto("promotion_articles")
    .values(
      promotions.flatMap((promotion) =>
        articles
          .filter(promotion.articles)
          .map(({ code, name }) => ({ promotion_id: idOf(promotion), article_code: code, article_name: name })),
      ),
    )
    .execute();
  await trx
    .insertInto("promo_codes")
    .values(
      promotions.flatMap((promotion) =>
        (promotion.codes ?? []).map(([code, points]) => ({ code, points, promotion_id: idOf(promotion) })),
      ),
    )
    .execute();
  const viewers = [...people.idsByPhone.values()];
  await trx
    .insertInto("promotion_views")
    .values(
      promotions
        .slice(0, SEEN_PROMOTIONS)
        .flatMap((promotion) => viewers.map((user_id) => ({ promotion_id: idOf(promotion), user_id }))),
    )
    .execute();
}

/** Redeems one of the codes for a member. Returns the credit for it. */
export async function redeemDemoCode(trx: Trx, now: Date, people: SeededPeople): Promise<Credit[]> {
  const code = "DEMO-USED";
  const userId = people.idsByPhone.get("79000000203");
  const promotion = listDemoPromotions(moscowDate(now)).find(({ codes }) => codes?.some(([name]) => name === code));
  if (userId === undefined || !promotion)
    throw new Error("the member or the promotion of the redeemed promo code is missing");
  const usedAt = subDays(now, 15);
  const redeemed = await trx
    .updateTable("promo_codes")
    .set({ used_by_id: userId, used_at: usedAt })
    .where("code", "=", code)
    .returning("points")
    .executeTakeFirstOrThrow();
  const action = `Промокод акции ${quote(promotion.name)}`;
  return [
    {
      userId,
      amount: redeemed.points,
      reason: "promo_code",
      reference: `promo_code:${code}`,
      action,
      createdAt: usedAt,
    },
  ];
}

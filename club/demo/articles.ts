import type { Trx } from "../platform/services";

export interface Article {
  readonly code: string;
  readonly name: string;
  /** Whole points for one piece sold. */
  readonly managerPoints: number;
  readonly memberPoints: number;
}

function article(code: string, name: string, managerPoints: number, memberPoints: number): Article {
  return { code, name, managerPoints, memberPoints };
}

/** The articles that earn points. */
export const articles: readonly Article[] = [
  article("OF-1012", "Фильтр масляный OF-1012", 1, 2),
  article("OF-1047", "Фильтр масляный OF-1047", 1, 2),
  article("AF-2210", "Фильтр воздушный AF-2210", 1, 3),
  article("AF-2254", "Фильтр воздушный AF-2254", 1, 3),
  article("CF-3301", "Фильтр салонный угольный CF-3301", 2, 4),
  article("FF-4108", "Фильтр топливный FF-4108", 2, 5),
  article("SP-5001", "Свеча зажигания никелевая SP-5001", 1, 1),
  article("SP-5090", "Свеча зажигания иридиевая SP-5090", 2, 4),
  article("BP-6120", "Колодки тормозные передние BP-6120", 4, 8),
  article("BP-6175", "Колодки тормозные задние BP-6175", 3, 7),
  article("BD-6310", "Диск тормозной вентилируемый BD-6310", 5, 10),
  article("SA-7020", "Амортизатор передний газомасляный SA-7020", 8, 15),
  article("SA-7066", "Амортизатор задний газовый SA-7066", 7, 14),
  article("BJ-7410", "Опора шаровая BJ-7410", 3, 6),
  article("SL-7455", "Стойка стабилизатора SL-7455", 2, 4),
  article("TB-8105", "Комплект ремня ГРМ TB-8105", 9, 18),
  article("VB-8210", "Ремень поликлиновой VB-8210", 2, 4),
  article("WP-8330", "Насос водяной WP-8330", 5, 10),
  article("WB-9011", "Щётка стеклоочистителя 600 мм WB-9011", 1, 2),
  article("EO-5W30-4", "Масло моторное 5W-30, 4 л", 6, 12),
  article("EO-5W40-4", "Масло моторное 5W-40, 4 л", 6, 12),
  article("CL-G12-5", "Антифриз G12+, 5 кг", 3, 6),
  article("BT-060", "Аккумулятор 60 А·ч", 12, 25),
  article("HL-H7", "Лампа галогенная H7", 1, 1),
];

/** Writes the articles with their points. */
export async function seedArticles(trx: Trx): Promise<void> {
  await trx
    .insertInto("articles")
    .values(
      articles.map(({ code, name, managerPoints, memberPoints }) => ({
        code,
        name,
        manager_points: managerPoints,
        member_points: memberPoints,
      })),
    )
    .execute();
}

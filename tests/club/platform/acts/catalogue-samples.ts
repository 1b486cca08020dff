import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { ActFile } from "../../../../club/platform/acts/field";
import type { TestClub } from "../../../setup/club";
import { freshInn } from "../../club-people";
import type { Sample } from "./samples";

const PDF: ActFile = { name: "paper.pdf", contentType: "application/pdf", content: Buffer.from("%PDF-1.7 paper") };
const PICTURE: ActFile = {
  name: "scarf.svg",
  contentType: "image/svg+xml",
  content: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
};

let count = 0;
/** In the order in which they are made, so that lists by name have the same order each time; no digits only, as numbers of rows have. */
const unique = (name: string) => `${name} a${String(++count).padStart(7, "0")}`;
const table = (lines: readonly string[]): ActFile => ({
  name: `table-${randomUUID()}.csv`,
  contentType: "text/csv",
  content: Buffer.from(lines.join("\r\n")),
});

/** Inputs of the acts of catalogue and contents. */
export const catalogueSamples: Readonly<Record<string, Sample>> = {
  "add-prize": async () => ({
    name: unique("Шарф"),
    price: "700",
    handler: "souvenir",
    size: ["S=3", "L=0"],
    picture: PICTURE,
  }),
  "change-prize": async (club) => ({ prize: await anyPrize(club), price: "1234", name: unique("Шарф") }),
  "set-prize-stock": async (club) => ({ prize: await anyPrize(club), stock: "17" }),
  "enable-prize": async (club) => ({ prize: await anyPrize(club) }),
  "disable-prize": async (club) => ({ prize: await anyPrize(club) }),
  "add-mobile-operator": async () => ({ name: unique("Оператор") }),
  "remove-mobile-operator": async (club) => {
    const name = unique("Оператор");
    await club.db.insertInto("mobile_operators").values({ name }).execute();
    return { name };
  },
  "add-promotion": async (club) => ({
    name: unique("Ремень"),
    start: "2026-01-01",
    end: "2026-12-31",
    article: [await anyArticle(club)],
  }),
  "change-promotion": async (club) => ({ promotion: await addPromotion(club), end: "2099-12-31" }),
  "set-promotion-articles": async (club) => ({
    promotion: await addPromotion(club),
    article: [await anyArticle(club)],
  }),
  "set-promotion-bonus": async (club) => ({
    promotion: await addPromotionWithArticle(club),
    factor: "1,5",
    budget: "10000",
  }),
  "credit-promotion": async (club) => {
    const promotion = await addPromotionWithArticle(club);
    await club.db.updateTable("promotions").set({ bonus_points: 2 }).where("id", "=", Number(promotion)).execute();
    await joinAll(club, Number(promotion));
    return { promotion, from: "2020-01-01", until: "2100-12-31" };
  },
  "add-promo-codes": async (club) => ({
    promotion: await addPromotion(club),
    points: "70",
    count: "5",
    prefix: "rem-",
  }),
  "enable-promotion": async (club) => ({ promotion: await addPromotion(club) }),
  "disable-promotion": async (club) => ({ promotion: await addPromotion(club) }),
  "import-articles": async () => ({
    file: table(["Артикул;Наименование;Баллы менеджеру;Баллы магазину", `${unique("A")};Фильтр;3;4`]),
    since: "2026-02-01",
  }),
  "add-segment": async () => ({ name: unique("Сегмент") }),
  "adopt-segment": async (club) => ({ segment: await addSegment(club) }),
  "rename-segment": async (club) => ({ segment: await addSegment(club), name: unique("Сегмент") }),
  "merge-segments": async (club) => ({ segment: await addSegment(club), into: await addSegment(club) }),
  "import-legal-entities": async () => ({ file: table(["ИНН;Название;Адрес", `${freshInn()};ООО «Ось»;Тверь`]) }),
  "set-links": async () => ({ support_phone: "74951234567", socials: ["Telegram https://t.me/brand"] }),
  "set-legal-document": async () => ({ document: "privacy_policy", file: PDF }),
  "set-payments-agent": async () => ({ agent: "77001" }),
  "set-rules": async () => ({ code: "retail-rules", title: unique("Правила"), text: "1. О программе", file: PDF }),
  "add-question": async () => ({ question: unique("Когда?"), answer: "Завтра." }),
  "change-question": async (club) => ({ number: await addQuestion(club), answer: "Послезавтра." }),
  "delete-question": async (club) => ({ number: await addQuestion(club) }),
  "set-banner": async () => ({
    title: unique("Новость"),
    text: "Склад переехал.",
    audience: "member",
    link: "/promo/",
  }),
  "remove-banner": async (club) => {
    const { id } = await club.db
      .insertInto("banners")
      .values({ title: "Новость", text: "Склад переехал." })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { banner: String(id) };
  },
};

async function anyPrize(club: TestClub): Promise<string> {
  const { id } = await club.db
    .insertInto("prizes")
    .values({ name: unique("Кружка"), price: 300, handler_system_name: "souvenir" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return String(id);
}

async function anyArticle(club: TestClub): Promise<string> {
  return (await club.db.selectFrom("articles").select("code").orderBy("code").executeTakeFirstOrThrow()).code;
}

async function addPromotion(club: TestClub): Promise<string> {
  const { id } = await club.db
    .insertInto("promotions")
    .values({ name: unique("Акция") })
    .returning("id")
    .executeTakeFirstOrThrow();
  return String(id);
}

/** A promotion of the article with the most deals, if there are any. */
async function addPromotionWithArticle(club: TestClub): Promise<string> {
  const id = await addPromotion(club);
  const deal = await club.db
    .selectFrom("deals")
    .select("article_code")
    .groupBy("article_code")
    .orderBy((row) => row.fn.countAll(), "desc")
    .executeTakeFirst();
  const article_code = deal?.article_code ?? (await anyArticle(club));
  await club.db
    .insertInto("promotion_articles")
    .values({ promotion_id: Number(id), article_code, article_name: "Фильтр" })
    .execute();
  return id;
}

/** Everyone with a deal has joined the promotion long ago. */
async function joinAll(club: TestClub, promotionId: number): Promise<void> {
  await sql`
    insert into promotion_participants (promotion_id, user_id, joined_at)
    select ${promotionId}::int, user_id, '2000-01-01'
    from (select manager_id as user_id from deals union select member_id from deals) sides
  `.execute(club.db);
}

async function addSegment(club: TestClub): Promise<string> {
  const { id } = await club.db
    .insertInto("segments")
    .values({ display_name: unique("Мойка"), is_custom: true })
    .returning("id")
    .executeTakeFirstOrThrow();
  return String(id);
}

async function addQuestion(club: TestClub): Promise<string> {
  const { id } = await club.db
    .insertInto("questions")
    .values({ question: unique("Когда?"), answer: "Завтра." })
    .returning("id")
    .executeTakeFirstOrThrow();
  return String(id);
}

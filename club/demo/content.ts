import { pointHolders } from "../../contract/values";
import type { Db, Trx } from "../platform/services";
import { segments } from "./companies";
import type { LegalLinks } from "./legal-documents";

/** The links of header and footer, as `content/menu` returns them (`settings.links`, JSON), without the legal documents. */
const links = {
  where_to_buy: "https://yandex.ru/maps/?text=магазин%20автозапчастей",
  support: { phone: "78000000000", email: "support@example.com" },
  socials: [
    { name: "ВКонтакте", url: "https://vk.com/" },
    { name: "Telegram", url: "https://t.me/" },
    { name: "Rutube", url: "https://rutube.ru/" },
  ],
  authenticity_bot: "https://t.me/",
};

/** The links of the first demo, which lead nowhere. */
const outdatedLinks: Readonly<Record<string, string>> = {
  where_to_buy: "https://example.com/where-to-buy",
  privacy_policy: "https://example.com/privacy",
  personal_data_consent: "https://example.com/personal-data",
};

/** Further settings by their names. */
const settings = { payments_agent_id: "50001" };

interface QuestionSeed {
  readonly question: string;
  readonly answer: string;
}

const questions: readonly QuestionSeed[] = [
  {
    question: "Кто может вступить в клуб?",
    answer:
      "Менеджеры по продажам дистрибьюторов, магазины запчастей и автосервисы. Кураторов дистрибьюторов подключаем мы сами. Участие бесплатное.",
  },
  {
    question: "Как зарегистрироваться?",
    answer:
      "Нажмите «Вступить в клуб», выберите роль и заполните форму. Магазину или сервису понадобится ИНН: название и юридический адрес подставятся сами. После этого придёт СМС с кодом — введите его, и мы пришлём пароль на почту.",
  },
  {
    question: "Не приходит СМС с кодом. Что делать?",
    answer:
      "Код приходит в течение минуты. Проверьте, верно ли указан номер, и через минуту запросите код ещё раз. Если не помогло, напишите нам через форму обратной связи: проверим номер и подтвердим его.",
  },
  {
    question: "За что начисляются баллы?",
    answer:
      "За продажи и закупки продукции из отчётов дистрибьютора. Менеджеры получают баллы и за приглашённых участников, магазины и автосервисы — за промокоды. Сколько баллов приносит артикул, зависит от товара.",
  },
  {
    question: "Когда баллы за сделку появятся на счёте?",
    answer:
      "После того как куратор дистрибьютора загрузит отчёт о продажах. Обычно это делают раз в месяц. Начисления видно на странице «Баллы», а сами сделки — на странице «Мои продажи» или «Мои покупки».",
  },
  {
    question: "Почему баллы не начисляются, хотя закупки были?",
    answer:
      "Проверьте три вещи: подтверждён ли телефон, приняты ли правила программы и верно ли указан ИНН компании. Если всё в порядке, спросите куратора дистрибьютора, попали ли ваши закупки в отчёт. Баллы, заработанные до принятия правил, не пропадут: они придут сразу после него.",
  },
  {
    question: "Сколько стоит один балл?",
    answer:
      "При пополнении телефона и выплате на карту один балл равен одному рублю. Цена сертификатов и сувениров указана в баллах на странице «Подарки».",
  },
  {
    question: "Как обменять баллы на подарок?",
    answer:
      "Откройте «Подарки», выберите подарок и добавьте его в корзину: для пополнения телефона и выплаты на карту укажите их номер, для сувенира — размер, если он есть. Пункт выдачи выберите в корзине. Баллы спишутся, когда вы подтвердите заказ.",
  },
  {
    question: "Куда доставляют сувениры?",
    answer:
      "В пункты выдачи и постаматы по всей России, доставка бесплатная. Город и пункт вы выбираете при заказе. Когда посылка приедет, статус сменится на «Ждёт в пункте выдачи».",
  },
  {
    question: "Зачем у меня просят паспортные данные?",
    answer:
      "Если подарки за год стоят больше суммы, которая указана в вашем профиле, по закону мы обязаны отчитаться о них как о вашем доходе. Данные нужны один раз, хранятся в зашифрованном виде и не передаются никому, кроме налоговой службы.",
  },
  {
    question: "Можно ли отменить заказ?",
    answer:
      "Пока статус «Новая», напишите нам через форму обратной связи — отменим и вернём баллы. Пополнения телефона и выплаты на карту, которые уже отправлены, отменить нельзя.",
  },
  {
    question: "Заявка отклонена. Пропали ли баллы?",
    answer:
      "Нет. Если мы не смогли выполнить заявку, баллы возвращаются на счёт целиком. Причина указана рядом со статусом на странице «Баллы».",
  },
  {
    question: "Как пригласить коллегу?",
    answer:
      "Приглашают менеджеры и кураторы. На странице «Приглашения» укажите имя и e-mail — отправим письмо со ссылкой. Если людей много, загрузите список файлом. Приглашение действует 30 дней. Баллы придут, когда приглашённый подтвердит телефон и примет правила.",
  },
  {
    question: "Где найти промокод и как его ввести?",
    answer:
      "Промокоды печатают на вкладышах в упаковке товаров, которые участвуют в акции. Откройте страницу «Акции» или «Баллы» и нажмите «Ввести промокод». Каждый код действует один раз.",
  },
  {
    question: "Забыли пароль или сменили почту?",
    answer:
      "Нажмите «Забыли пароль?» на странице входа и укажите e-mail — пришлём ссылку, она действует сутки. Если доступа к почте больше нет, обратитесь в поддержку: мы сверим данные и укажем новый адрес.",
  },
  {
    question: "Сгорают ли баллы?",
    answer: "Пока вы участвуете в клубе, баллы не сгорают. Копите и тратьте их, когда удобно.",
  },
];

/** Writes the segments that companies choose from. Every club starts with them, because the retail form needs one (§5.4). */
export async function seedSegments(trx: Trx): Promise<void> {
  await trx
    .insertInto("segments")
    .values(segments.map((display_name) => ({ display_name })))
    .execute();
}

/** Writes the invented contacts, links, questions and answers of a demo. */
export async function seedContent(trx: Trx, legalLinks: LegalLinks): Promise<void> {
  const named = { ...settings, links: JSON.stringify({ ...links, ...legalLinks }) };
  await trx
    .insertInto("settings")
    .values(Object.entries(named).map(([name, value]) => ({ name, value })))
    .execute();
  await trx
    .insertInto("questions")
    .values(questions.map((question, index) => ({ ...question, position: index + 1 })))
    .execute();
}

/** Whether a link is still one of the first demo. Links that an operator has set don't count. */
export async function hasOutdatedLinks(db: Db): Promise<boolean> {
  return Object.entries(await readLinks(db)).some(([name, link]) => link === outdatedLinks[name]);
}

/** Replaces the links of the first demo by those of today. */
export async function replaceOutdatedLinks(trx: Trx, legalLinks: LegalLinks): Promise<void> {
  const currentLinks: Record<string, unknown> = { ...links, ...legalLinks };
  const updated = Object.entries(await readLinks(trx)).map(([name, link]) =>
    link === outdatedLinks[name] ? [name, currentLinks[name]] : [name, link],
  );
  await trx
    .updateTable("settings")
    .set({ value: JSON.stringify(Object.fromEntries(updated)) })
    .where("name", "=", "links")
    .execute();
}

async function readLinks(db: Db): Promise<Record<string, unknown>> {
  const setting = await db.selectFrom("settings").select("value").where("name", "=", "links").executeTakeFirst();
  const links: unknown = setting ? JSON.parse(setting.value) : null;
  return typeof links === "object" && links !== null ? { ...links } : {};
}

/** Writes a banner, which those who collect points see once after the next login. */
export async function seedBanner(trx: Trx): Promise<void> {
  await trx
    .insertInto("banners")
    .values(
      pointHolders.map((role) => ({
        role,
        title: "Новые подарки в каталоге",
        text: "Добавили мультитул, внешний аккумулятор и городской рюкзак: возможно, баллов уже хватает.",
        link: "/dashboard/gifts/",
      })),
    )
    .execute();
}

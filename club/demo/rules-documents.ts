import { hashedFileName } from "../platform/media/file-name";
import type { Trx } from "../platform/services";
import { renderPdfs } from "./pdf-thread";
import type { DocumentSection, DocumentText } from "./render-pdf";

const general: DocumentSection = {
  heading: "О программе",
  paragraphs: [
    "Клуб — программа поощрения для партнёров бренда: дистрибьюторов, магазинов запчастей и автосервисов. Участники получают баллы и обменивают их на подарки.",
    "Участие добровольное и бесплатное. Участник вступает в клуб, когда подтвердил телефон и принял эти правила. Баллы, заработанные раньше, начисляются сразу после принятия правил.",
    "Организатор может менять правила, ставки начисления и набор подарков. О важных изменениях он сообщает в личном кабинете не позднее чем за семь дней.",
  ],
};

const gifts: DocumentSection = {
  heading: "Подарки",
  paragraphs: [
    "Баллы можно обменять на пополнение телефона, выплату на банковскую карту, сертификаты магазинов и фирменные сувениры. При пополнении телефона и выплате на карту один балл равен одному рублю.",
    "Сувениры отправляются в пункт выдачи или постамат, который участник выбрал при заказе. Доставка по России бесплатная. Посылка ждёт получателя столько, сколько установлено в пункте выдачи.",
    "Сумма подарков за календарный год, с которой не платят налог, названа в профиле участника. Когда она превышена, для следующих заказов нужны паспортные данные и ИНН: организатор удерживает и перечисляет налог. Заказ, который не удалось выполнить, отклоняется, а баллы возвращаются.",
  ],
};

const data: DocumentSection = {
  heading: "Персональные данные",
  paragraphs: [
    "Организатор обрабатывает имя, телефон, e-mail и сведения о компании участника, чтобы вести счёт баллов и отправлять подарки. Паспортные данные и номера карт хранятся в зашифрованном виде.",
    "Участник может отписаться от рассылки по ссылке в её письмах, а выйти из клуба — написав в поддержку. После выхода неиспользованные баллы не выплачиваются.",
  ],
};

const conduct: DocumentSection = {
  heading: "Честная игра",
  paragraphs: [
    "Один человек участвует под одним именем. Сделки, которых не было, приглашения самого себя и перепродажа промокодов приводят к отмене начислений и отключению от клуба.",
    "Если участник не согласен с начислением или отказом, он пишет в поддержку. Ответ приходит в течение трёх рабочих дней.",
  ],
};

const invitations: DocumentSection = {
  heading: "Приглашения",
  paragraphs: [
    "Пригласить можно по e-mail, списком из файла или личной ссылкой. Приглашение действует 30 дней; отправить письмо ещё раз можно через 10 минут после предыдущего.",
    "За каждого приглашённого начисляется 100 баллов, когда он подтвердил телефон и принял правила. Приглашать тех, кто уже участвует, нельзя.",
  ],
};

/** The rules documents, one for each role (§2.1.7). */
export const rulesTexts: readonly DocumentText[] = [
  {
    code: "retail-rules",
    title: "Правила программы для магазинов и автосервисов",
    sections: [
      general,
      {
        heading: "За что начисляются баллы",
        paragraphs: [
          "Магазин или автосервис получает баллы за закупки продукции бренда у дистрибьютора. Закупки попадают в клуб из отчётов дистрибьютора; компания узнаётся по ИНН.",
          "Баллы начисляются за каждую единицу товара по ставке артикула, действующей в день загрузки отчёта. Одна и та же строка отчёта засчитывается один раз.",
          "Баллы также приносят промокоды из упаковок товаров, которые участвуют в акциях. Код действует один раз и только в срок акции.",
        ],
      },
      gifts,
      conduct,
      data,
    ],
  },
  {
    code: "sales-rules",
    title: "Правила программы для отделов продаж",
    sections: [
      general,
      {
        heading: "За что начисляются баллы",
        paragraphs: [
          "Менеджер по продажам получает баллы за продажи своим розничным клиентам. Продажа засчитывается, когда куратор дистрибьютора загрузил отчёт и в строке указан телефон или e-mail участника.",
          "Баллы начисляются за каждую единицу товара по ставке артикула. Если строку отчёта исправили, разница начисляется или списывается отдельной записью.",
        ],
      },
      invitations,
      gifts,
      conduct,
      data,
    ],
  },
  {
    code: "curator-rules",
    title: "Правила программы для кураторов дистрибьюторов",
    sections: [
      general,
      {
        heading: "Отчёты о продажах",
        paragraphs: [
          "Куратор раз в месяц загружает отчёт о продажах в формате CSV или XLSX со столбцами: дата продажи, «Сейлз» (телефон или e-mail менеджера), торговая точка, ИНН, артикул, наименование, количество.",
          "Строки с ошибками не засчитываются; их список с причинами виден рядом с отчётом. Исправленный файл можно загрузить ещё раз: уже засчитанные строки второй раз не начислятся.",
          "Куратор отвечает за то, что сведения в отчёте верны, и хранит первичные документы не меньше года.",
        ],
      },
      invitations,
      gifts,
      conduct,
      data,
    ],
  },
  {
    code: "head-of-ctr-rules",
    title: "Правила программы для системных кураторов",
    sections: [
      general,
      {
        heading: "Обязанности системного куратора",
        paragraphs: [
          "Системный куратор следит за тем, как работают кураторы дистрибьюторов: вовремя ли загружены отчёты, разобраны ли ошибки в строках, отвечают ли участникам.",
          "Баллы системному куратору не начисляются, подарки он видит в каталоге без заказа.",
        ],
      },
      gifts,
      conduct,
      data,
    ],
  },
  {
    code: "manager-ctr-rules",
    title: "Правила программы для системных менеджеров",
    sections: [
      general,
      {
        heading: "Обязанности системного менеджера",
        paragraphs: [
          "Системный менеджер приглашает участников в своём регионе, помогает им зарегистрироваться и находит торговые точки по ИНН.",
          "Баллы системному менеджеру не начисляются. Отчёты участников, открытые через поиск, он использует только для помощи этим участникам.",
        ],
      },
      conduct,
      data,
    ],
  },
];

/** The text that the portal shows: numbered headings and paragraphs, separated by empty lines. */
function joinSections(sections: readonly DocumentSection[]): string {
  return sections
    .map(({ heading, paragraphs }, index) => [`${index + 1}. ${heading}`, ...paragraphs].join("\n\n"))
    .join("\n\n");
}

/** The texts that the seeds write, to recognize a document that nobody has replaced. */
export function listRulesTexts(): string[] {
  return rulesTexts.map(({ sections }) => joinSections(sections));
}

export interface RenderedRules {
  readonly rules: DocumentText;
  readonly pdf: Buffer;
}

/** Renders the rules of every role. It takes about a second, so call it before a transaction and not in it. */
export async function renderRulesDocuments(): Promise<RenderedRules[]> {
  const pdfs = await renderPdfs(rulesTexts, "правила программы");
  return rulesTexts.map((rules, index) => ({ rules, pdf: pdfs[index] as Buffer }));
}

/** Writes the rules of every role: the text, and the PDF among the files. */
export async function seedRulesDocuments(trx: Trx, documents: readonly RenderedRules[]): Promise<void> {
  const named = documents.map(({ rules, pdf }) => ({ rules, pdf, name: hashedFileName(rules.code, "pdf", pdf) }));
  await trx
    .insertInto("files")
    .values(named.map(({ name, pdf }) => ({ name, content_type: "application/pdf", content: pdf })))
    .execute();
  await trx
    .insertInto("rules_documents")
    .values(
      named.map(({ rules, name }, index) => ({
        code: rules.code,
        title: rules.title,
        text: joinSections(rules.sections),
        file_name: name,
        position: index + 1,
      })),
    )
    .execute();
}

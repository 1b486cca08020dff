import { sql } from "kysely";
import { rulesCodes } from "../../contract/values";
import { readLinks } from "../contents/links";
import { listPlaceholders } from "../demo/refuse-demo-data";
import { defineList } from "../platform/acts/view";
import type { Db, Services } from "../platform/services";

/** Something that a club needs before its first participant. */
export interface FirstDayStep {
  readonly title: string;
  readonly isDone: boolean;
  /** The act that does it. */
  readonly act: string;
}

/**
 * What a new club needs, in the order in which to do it. Steps that the club's prizes don't call for are left out. What a
 * demo has invented counts as missing.
 */
export async function listFirstDay({ db, settings }: Pick<Services, "db" | "settings">): Promise<FirstDayStep[]> {
  const [links, placeholders, counts, rules] = await Promise.all([
    readLinks(db),
    listPlaceholders(db),
    readCounts(db),
    db.selectFrom("rules_documents").select("code").execute(),
  ]);
  const isSet = (name: string, value: string) => value !== "" && !placeholders.includes(`links.${name}`);
  const isSetRule = (code: string) =>
    rules.some((document) => document.code === code) && !placeholders.includes(`rules ${code}`);
  return [
    { title: "Оператор клуба", isDone: counts.operators > 0, act: "add-operator" },
    {
      title: "Второй оператор: он подтверждает действия с большими суммами",
      isDone: counts.operators > 1,
      act: "add-operator",
    },
    { title: "Телефон поддержки", isDone: isSet("support.phone", links.support.phone), act: "set-links" },
    { title: "E-mail поддержки", isDone: isSet("support.email", links.support.email), act: "set-links" },
    {
      title: "Политика конфиденциальности",
      isDone: isSet("privacy_policy", links.privacy_policy),
      act: "set-legal-document",
    },
    {
      title: "Согласие на обработку персональных данных",
      isDone: isSet("personal_data_consent", links.personal_data_consent),
      act: "set-legal-document",
    },
    ...Object.values(rulesCodes).map((code) => ({
      title: `Правила программы ${code}`,
      isDone: isSetRule(code),
      act: "set-rules",
    })),
    { title: "Вопросы и ответы", isDone: counts.questions > 0, act: "add-question" },
    { title: "Артикулы и баллы за них", isDone: counts.articles > 0, act: "import-articles" },
    { title: "Подарки", isDone: counts.prizes > 0, act: "add-prize" },
    ...(counts.phone_prizes > 0
      ? [{ title: "Мобильные операторы", isDone: counts.mobile_operators > 0, act: "add-mobile-operator" }]
      : []),
    ...(counts.card_prizes > 0
      ? [{ title: "Платёжный агент", isDone: counts.agents > 0, act: "set-payments-agent" }]
      : []),
    {
      title: "Реестр юридических лиц",
      isDone: counts.entities > 0 || settings.dadataKey !== null,
      act: "import-legal-entities",
    },
    { title: "Первый куратор дистрибьютора", isDone: counts.curators > 0, act: "add-curator" },
  ];
}

interface Counts {
  readonly operators: number;
  readonly questions: number;
  readonly articles: number;
  readonly prizes: number;
  readonly phone_prizes: number;
  readonly card_prizes: number;
  readonly mobile_operators: number;
  readonly agents: number;
  readonly entities: number;
  readonly curators: number;
}

async function readCounts(db: Db): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select
      (select count(*) from operators where not is_disabled) as operators,
      (select count(*) from questions) as questions,
      (select count(*) from articles) as articles,
      (select count(*) from prizes where is_enabled) as prizes,
      (select count(*) from prizes where is_enabled and handler_system_name = 'phone') as phone_prizes,
      (select count(*) from prizes where is_enabled and handler_system_name = 'card') as card_prizes,
      (select count(*) from mobile_operators) as mobile_operators,
      (select count(*) from settings where name = 'payments_agent_id') as agents,
      (select count(*) from (select from legal_entities limit 1) entity) as entities,
      (select count(*) from users where role = 'curator' and not is_system) as curators
  `.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error("The counts have no row");
  return counts;
}

/** The same for the console and the command line. */
export const firstDay = defineList({
  name: "first-day",
  group: "contents",
  title: "Первый день клуба",
  summary: "What a new club needs before its first participant.",
  roles: ["support", "content", "fulfilment", "finance"],
  filters: {},
  columns: [{ title: "Готово" }, { title: "Что нужно" }, { title: "Действие" }],
  today: [
    {
      title: "Клуб ещё не готов к первому участнику",
      filters: {},
      count: async (services) => (await listFirstDay(services)).filter(({ isDone }) => !isDone).length,
    },
  ],
  async read(services) {
    const steps = await listFirstDay(services);
    return {
      rows: steps.map(({ title, isDone, act }) => ({ cells: [isDone ? "да" : "нет", title, act] })),
      next: null,
    };
  },
});

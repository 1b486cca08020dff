import { quote } from "../../../contract/russian-quotes";
import type { rulesCodes } from "../../../contract/values";
import { defineAct } from "../../platform/acts/act";
import * as field from "../../platform/acts/field";
import { defineList } from "../../platform/acts/view";
import { storePdf } from "../../platform/media/store-file";

type RulesCode = (typeof rulesCodes)[keyof typeof rulesCodes];

const codeNames: Record<RulesCode, string> = {
  "curator-rules": "Для кураторов",
  "sales-rules": "Для менеджеров",
  "retail-rules": "Для магазинов и сервисов",
  "head-of-ctr-rules": "Для системных кураторов",
  "manager-ctr-rules": "Для системных менеджеров",
};

/** §2.1.7: each role has its own rules. */
export const setRules = defineAct({
  name: "set-rules",
  group: "contents",
  title: "Задать правила программы",
  explanation: "Новые участники принимают новый текст; кто принял прежний, остаётся при нём.",
  summary: "Set the rules of a role: title, text and a PDF.",
  gives: "nothing",
  roles: ["content"],
  fields: {
    code: field.choice({ label: "Чьи правила", help: "whose rules", choices: codeNames }),
    title: field.text({ label: "Заголовок", help: "the title" }),
    text: field.multiline({
      label: "Текст",
      hint: "Абзацы разделяет пустая строка; короткий абзац с номером — заголовок",
      help: "paragraphs separated by empty lines",
    }),
    file: field.optionalFile({ label: "Файл PDF", help: "a PDF; without it the former stays" }),
  },
  async run({ trx }, input) {
    const former = await trx
      .selectFrom("rules_documents")
      .select(["title", "file_name"])
      .where("code", "=", input.code)
      .executeTakeFirst();
    const file_name = input.file ? await storePdf(trx, input.file) : (former?.file_name ?? null);
    const position = Object.keys(codeNames).indexOf(input.code) + 1;
    const values = { title: input.title, text: input.text, file_name };
    await trx
      .insertInto("rules_documents")
      .values({ code: input.code, position, ...values })
      .onConflict((conflict) => conflict.column("code").doUpdateSet(values))
      .execute();
    return {
      lines: [
        `Правила ${quote(codeNames[input.code])} ${former ? "будут заменены" : "появятся"}: ${quote(input.title)}, знаков: ${input.text.length}.`,
        file_name ? "Файл есть." : "Файла нет: участники читают текст на странице.",
      ],
      subject: { kind: "rules", id: input.code },
      before: former ? { title: former.title, file: former.file_name } : null,
      after: { title: input.title, file: file_name },
    };
  },
});

export const rulesDocuments = defineList({
  name: "rules",
  group: "contents",
  title: "Правила программы",
  summary: "The rules of every role.",
  roles: ["content", "support"],
  filters: {},
  columns: [{ title: "Код" }, { title: "Чьи" }, { title: "Заголовок" }, { title: "Файл" }],
  async read({ db }) {
    const documents = await db.selectFrom("rules_documents").select(["code", "title", "file_name"]).execute();
    const byCode = new Map(documents.map((document) => [document.code, document]));
    return {
      rows: Object.entries(codeNames).map(([code, name]) => {
        const document = byCode.get(code);
        return { cells: [code, name, document?.title ?? "нет", document?.file_name ?? "—"] };
      }),
      next: null,
    };
  },
});

import { quote } from "../../../contract/russian-quotes";
import { alias } from "../../../contract/values";
import { defineAct } from "../../platform/acts/act";
import * as field from "../../platform/acts/field";
import { nothingToChange } from "../../platform/acts/nothing-to-change";
import { defineList } from "../../platform/acts/view";
import { RefusalError } from "../../platform/http/refusal-error";
import type { Trx } from "../../platform/services";

const questionField = field.count({ label: "Номер вопроса", help: "the question's number", isPositional: true });

export const addQuestion = defineAct({
  name: "add-question",
  group: "contents",
  title: "Добавить вопрос и ответ",
  summary: "Add a question with its answer, at the end.",
  gives: "nothing",
  roles: ["content", "support"],
  fields: {
    question: field.text({ label: "Вопрос", help: "the question" }),
    answer: field.multiline({ label: "Ответ", help: "the answer" }),
  },
  async run({ trx }, { question, answer }) {
    const { last } = await trx
      .selectFrom("questions")
      .select(({ fn }) => fn.max("position").as("last"))
      .executeTakeFirstOrThrow();
    const { id } = await trx
      .insertInto("questions")
      .values({ question, answer, position: (last ?? 0) + 1 })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { lines: [`Вопрос ${quote(question)} будет последним в списке.`], subject: { kind: "question", id } };
  },
});

export const changeQuestion = defineAct({
  name: "change-question",
  group: "contents",
  title: "Изменить вопрос",
  explanation: "Пустые поля ничего не меняют.",
  summary: "Change a question, its answer or its place.",
  gives: "nothing",
  roles: ["content", "support"],
  fields: {
    number: questionField,
    question: field.optionalText({ label: "Вопрос", help: "the question" }),
    answer: field.optionalMultiline({ label: "Ответ", help: "the answer" }),
    position: field.optionalCount({ label: "Место в списке", help: "the place in the list", max: 10_000 }),
  },
  async run({ trx }, { number, ...changes }) {
    const former = await requireQuestion(trx, number);
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    if (Object.keys(given).length === 0) throw nothingToChange("question");
    await trx.updateTable("questions").set(given).where("id", "=", number).execute();
    return {
      lines: [`Вопрос ${quote(changes.question ?? former.question)} будет изменён.`],
      subject: { kind: "question", id: number },
      before: { question: former.question, answer: former.answer, position: former.position },
      after: given as Record<string, string | number>,
    };
  },
});

export const deleteQuestion = defineAct({
  name: "delete-question",
  group: "contents",
  title: "Удалить вопрос",
  summary: "Delete a question with its answer.",
  gives: "nothing",
  roles: ["content", "support"],
  fields: { number: questionField },
  async run({ trx }, { number }) {
    const { question, answer } = await requireQuestion(trx, number);
    await trx.deleteFrom("questions").where("id", "=", number).execute();
    return {
      lines: [`Вопрос ${quote(question)} будет удалён.`],
      subject: { kind: "question", id: number },
      before: { question, answer },
    };
  },
});

export const questions = defineList({
  name: "questions",
  group: "contents",
  title: "Вопросы и ответы",
  summary: "Questions and answers, in their order.",
  roles: ["content", "support"],
  filters: {},
  columns: [
    { title: "№", isNumber: true },
    { title: "Место", isNumber: true },
    { title: "Вопрос" },
    { title: "Ответ" },
  ],
  async read({ db }) {
    const all = await db.selectFrom("questions").selectAll().orderBy("position").orderBy("id").execute();
    return {
      rows: all.map(({ id, position, question, answer }) => ({
        cells: [String(id), String(position), question, answer],
      })),
      next: null,
    };
  },
});

async function requireQuestion(trx: Trx, id: number) {
  const question = await trx.selectFrom("questions").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!question) throw new RefusalError(alias.notFound, `Вопроса № ${id} нет.`, "number");
  return question;
}

import { sql } from "kysely";
import { quote } from "../../../../contract/russian-quotes";
import { alias } from "../../../../contract/values";
import { defineAct } from "../../../platform/acts/act";
import * as field from "../../../platform/acts/field";
import { defineList, LIST_ROWS, pageOf } from "../../../platform/acts/view";
import { RefusalError } from "../../../platform/http/refusal-error";
import type { Trx } from "../../../platform/services";

const segmentField = field.count({ label: "Номер сегмента", help: "the segment's number", isPositional: true });
const nameField = field.text({ label: "Название", help: "the name" });

export const addSegment = defineAct({
  name: "add-segment",
  group: "catalogue",
  title: "Добавить сегмент",
  summary: "Add a segment that everybody may choose at registration.",
  gives: "nothing",
  roles: ["content"],
  fields: { name: nameField },
  async run({ trx }, { name }) {
    await requireNewName(trx, name);
    const { id } = await trx
      .insertInto("segments")
      .values({ display_name: name, is_custom: false })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { lines: [`Сегмент ${quote(name)} можно будет выбрать при регистрации.`], subject: { kind: "segment", id } };
  },
});

/** A company's own segment becomes one of the club's, under the given name. */
export const adoptSegment = defineAct({
  name: "adopt-segment",
  group: "catalogue",
  title: "Взять сегмент в общий список",
  explanation: "Сегмент, который участник вписал сам, увидят все. Его можно назвать иначе.",
  summary: "Make a segment that a participant has typed one of the club's own.",
  gives: "nothing",
  roles: ["content"],
  fields: { segment: segmentField, name: field.optionalText({ label: "Новое название", help: "another name" }) },
  async run({ trx }, input) {
    const segment = await requireSegment(trx, input.segment);
    if (!segment.is_custom) throw new RefusalError(alias.collision, "Он уже в общем списке.", "segment");
    const name = input.name ?? segment.display_name;
    if (name.toLowerCase() !== segment.display_name.toLowerCase()) await requireNewName(trx, name);
    await trx
      .updateTable("segments")
      .set({ display_name: name, is_custom: false })
      .where("id", "=", segment.id)
      .execute();
    return {
      lines: [`Сегмент ${quote(name)} увидят все.`],
      subject: { kind: "segment", id: segment.id },
      before: { name: segment.display_name },
      after: { name },
    };
  },
});

export const renameSegment = defineAct({
  name: "rename-segment",
  group: "catalogue",
  title: "Переименовать сегмент",
  summary: "Rename a segment.",
  gives: "nothing",
  roles: ["content"],
  fields: { segment: segmentField, name: nameField },
  async run({ trx }, input) {
    const segment = await requireSegment(trx, input.segment);
    if (input.name.toLowerCase() !== segment.display_name.toLowerCase()) await requireNewName(trx, input.name);
    await trx.updateTable("segments").set({ display_name: input.name }).where("id", "=", segment.id).execute();
    return {
      lines: [`${quote(segment.display_name)} → ${quote(input.name)}.`],
      subject: { kind: "segment", id: segment.id },
      before: { name: segment.display_name },
      after: { name: input.name },
    };
  },
});

export const mergeSegments = defineAct({
  name: "merge-segments",
  group: "catalogue",
  title: "Объединить сегменты",
  explanation: "Компании первого перейдут во второй, первый исчезнет.",
  summary: "Move the companies of a segment to another one, and delete it.",
  gives: "nothing",
  roles: ["content"],
  fields: {
    segment: segmentField,
    into: field.count({ label: "В какой сегмент", help: "the segment that stays", isPositional: true }),
  },
  async run({ trx }, input) {
    const segment = await requireSegment(trx, input.segment);
    const into = await requireSegment(trx, input.into, "into");
    if (segment.id === into.id) throw new RefusalError(alias.validation, "Это один и тот же сегмент.", "into");
    const { numUpdatedRows } = await trx
      .updateTable("companies")
      .set({ segment_id: into.id })
      .where("segment_id", "=", segment.id)
      .executeTakeFirstOrThrow();
    await trx.deleteFrom("segments").where("id", "=", segment.id).execute();
    return {
      lines: [`${quote(segment.display_name)} → ${quote(into.display_name)}. Компаний: ${numUpdatedRows}.`],
      subject: { kind: "segment", id: into.id },
      before: { merged: segment.display_name },
      after: { companies: Number(numUpdatedRows) },
    };
  },
});

export const segments = defineList({
  name: "segments",
  group: "catalogue",
  title: "Сегменты",
  summary: "Segments of companies, those that participants typed first.",
  roles: ["content"],
  filters: {
    custom: field.flag({ label: "Только вписанные участниками", help: "only those that participants typed" }),
  },
  columns: [
    { title: "№", isNumber: true },
    { title: "Сегмент" },
    { title: "Чей" },
    { title: "Компаний", isNumber: true },
  ],
  today: [
    {
      title: "Сегменты вписаны участниками",
      filters: { custom: "on" },
      async count({ db }) {
        const { count } = await db
          .selectFrom("segments")
          .select(({ fn }) => fn.countAll<number>().as("count"))
          .where("is_custom", "=", true)
          .executeTakeFirstOrThrow();
        return count;
      },
    },
  ],
  async read({ db }, { custom }, after) {
    const found = await db
      .selectFrom("segments")
      .select(({ selectFrom, fn }) => [
        "id",
        "display_name",
        "is_custom",
        selectFrom("companies")
          .whereRef("segment_id", "=", "segments.id")
          .select(fn.countAll<number>().as("count"))
          .as("companies"),
      ])
      .$if(custom, (query) => query.where("is_custom", "=", true))
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(not is_custom, id) > (select not is_custom, id from segments where id = ${after})`),
      )
      .orderBy("is_custom", "desc")
      .orderBy("id")
      .limit(LIST_ROWS + 1)
      .execute();
    return pageOf(found, ({ id, display_name, is_custom, companies }) => ({
      cells: [String(id), display_name, is_custom ? "участника" : "общий", String(companies ?? 0)],
    }));
  },
});

async function requireSegment(trx: Trx, id: number, name = "segment") {
  const segment = await trx.selectFrom("segments").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!segment) throw new RefusalError(alias.notFound, `Сегмента № ${id} нет.`, name);
  return segment;
}

async function requireNewName(trx: Trx, name: string): Promise<void> {
  const known = await trx
    .selectFrom("segments")
    .select("id")
    .where(sql<string>`lower(display_name)`, "=", name.toLowerCase())
    .executeTakeFirst();
  if (known) throw new RefusalError(alias.collision, `Сегмент ${quote(name)} уже есть, № ${known.id}.`, "name");
}

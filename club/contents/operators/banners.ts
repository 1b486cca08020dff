import { quote } from "../../../contract/russian-quotes";
import { alias, type roles } from "../../../contract/values";
import { defineAct } from "../../platform/acts/act";
import * as field from "../../platform/acts/field";
import { defineList, LIST_ROWS, pageOf } from "../../platform/acts/view";
import { RefusalError } from "../../platform/http/refusal-error";

const audiences = {
  all: "Все",
  curator: "Кураторы",
  manager: "Менеджеры",
  member: "Магазины и сервисы",
  tadam: "Тадам",
} as const satisfies Record<"all" | (typeof roles)[number], string>;

export const setBanner = defineAct({
  name: "set-banner",
  group: "contents",
  title: "Показать сообщение",
  explanation: "Участник увидит сообщение один раз, при следующем заходе. Новое сообщение сменяет прежнее.",
  summary: "Show a message to everybody or to a role, once each.",
  gives: "nothing",
  roles: ["content"],
  fields: {
    title: field.text({ label: "Заголовок", help: "the title" }),
    text: field.multiline({ label: "Текст", help: "the text" }),
    audience: field.choice({ label: "Кому", help: "to whom", choices: audiences }),
    link: field.optionalText({
      label: "Ссылка",
      hint: "Куда ведёт сообщение: /promo/ или https://…",
      help: "where it leads",
    }),
  },
  async run({ trx, services }, { title, text, audience, link = "" }) {
    if (link !== "" && !/^(\/(?!\/)|https:\/\/)\S*$/.test(link)) {
      throw new RefusalError(alias.validation, "Ссылка начинается с / или https://.", "link");
    }
    const { id } = await trx
      .insertInto("banners")
      .values({ title, text, link, role: audience === "all" ? null : audience, created_at: services.now() })
      .returning("id")
      .executeTakeFirstOrThrow();
    return {
      lines: [`Сообщение ${quote(title)} увидят: ${audiences[audience].toLowerCase()}.`],
      subject: { kind: "banner", id },
      after: { title, audience, link },
    };
  },
});

export const removeBanner = defineAct({
  name: "remove-banner",
  group: "contents",
  title: "Убрать сообщение",
  summary: "Stop showing a message.",
  gives: "nothing",
  roles: ["content"],
  fields: { banner: field.count({ label: "Номер сообщения", help: "the message's number", isPositional: true }) },
  async run({ trx }, input) {
    const banner = await trx
      .updateTable("banners")
      .set({ is_enabled: false })
      .where("id", "=", input.banner)
      .where("is_enabled", "=", true)
      .returning("title")
      .executeTakeFirst();
    if (!banner)
      throw new RefusalError(alias.notFound, `Сообщения № ${input.banner} нет среди показываемых.`, "banner");
    return {
      lines: [`Сообщение ${quote(banner.title)} больше не показывается.`],
      subject: { kind: "banner", id: input.banner },
    };
  },
});

export const banners = defineList({
  name: "banners",
  group: "contents",
  title: "Сообщения участникам",
  summary: "Messages on the pages of participants, the newest first.",
  roles: ["content", "support"],
  filters: {},
  columns: [{ title: "№", isNumber: true }, { title: "Сообщение" }, { title: "Кому" }, { title: "Показывается" }],
  async read({ db }, _filters, after) {
    const found = await db
      .selectFrom("banners")
      .selectAll()
      .$if(after !== undefined, (query) => query.where("id", "<", after ?? 0))
      .orderBy("id", "desc")
      .limit(LIST_ROWS + 1)
      .execute();
    return pageOf(found, ({ id, title, role, is_enabled }) => ({
      cells: [String(id), title, audiences[role ?? "all"], is_enabled ? "да" : "нет"],
    }));
  },
});

import { quote } from "../../../contract/russian-quotes";
import { alias } from "../../../contract/values";
import { defineAct } from "../../platform/acts/act";
import * as field from "../../platform/acts/field";
import { nothingToChange } from "../../platform/acts/nothing-to-change";
import { RefusalError } from "../../platform/http/refusal-error";
import { mediaAddress } from "../../platform/media/file-name";
import { storePdf } from "../../platform/media/store-file";
import type { Trx } from "../../platform/services";
import { readLinks } from "../links";

const WEB_ADDRESS = /^https?:\/\/\S+$/;
const PHONE = /^7\d{10}$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/;

export const setLinks = defineAct({
  name: "set-links",
  group: "contents",
  title: "Задать ссылки и контакты",
  explanation: "Пустые поля ничего не меняют. Страницы покажут новое в течение двух минут.",
  summary: "Set the links and contacts of header and footer; what isn't given stays as it is.",
  gives: "nothing",
  roles: ["content"],
  fields: {
    where_to_buy: field.optionalText({ label: "Где купить", hint: "Адрес с https://", help: "an address" }),
    authenticity_bot: field.optionalText({ label: "Бот проверки подлинности", help: "an address" }),
    support_phone: field.optionalText({
      label: "Телефон поддержки",
      hint: "11 цифр: 74951234567",
      help: "11 digits such as 74951234567",
    }),
    support_email: field.optionalText({ label: "E-mail поддержки", help: "an e-mail address" }),
    socials: field.lines({
      label: "Соцсети",
      hint: "По одной в строке: название и адрес. Список заменит прежний",
      help: "a name and an address, such as 'Telegram https://t.me/brand'; may be repeated",
    }),
  },
  async run({ trx }, input) {
    const { socials: lines, ...single } = input;
    if (lines.length === 0 && Object.values(single).every((value) => value === undefined)) {
      throw nothingToChange("where_to_buy");
    }
    const links = await readLinks(trx);
    const socials = lines.map(readSocial);
    const next = {
      ...links,
      ...(input.where_to_buy !== undefined && {
        where_to_buy: requireMatch(input.where_to_buy, WEB_ADDRESS, "where_to_buy"),
      }),
      ...(input.authenticity_bot !== undefined && {
        authenticity_bot: requireMatch(input.authenticity_bot, WEB_ADDRESS, "authenticity_bot"),
      }),
      support: {
        phone:
          input.support_phone === undefined
            ? links.support.phone
            : requireMatch(input.support_phone.replace(/\D/g, ""), PHONE, "support_phone"),
        email:
          input.support_email === undefined
            ? links.support.email
            : requireMatch(input.support_email, EMAIL, "support_email"),
      },
      ...(socials.length > 0 && { socials }),
    };
    await storeLinks(trx, next);
    return {
      lines: [
        `Поддержка: ${next.support.phone || "телефона нет"}, ${next.support.email || "e-mail нет"}.`,
        `Где купить: ${next.where_to_buy || "не задано"}.`,
        `Соцсетей: ${next.socials.length}.`,
      ],
      subject: { kind: "content", id: "links" },
      before: links,
      after: next,
    };
  },
});

const legalNames = {
  privacy_policy: "Политика конфиденциальности",
  personal_data_consent: "Согласие на обработку персональных данных",
} as const;

export const setLegalDocument = defineAct({
  name: "set-legal-document",
  group: "contents",
  title: "Заменить юридический документ",
  explanation: "Новые участники соглашаются с новым текстом. Согласия прежних помнят тот текст, который был.",
  summary: "Replace the privacy policy or the consent to personal data with a PDF.",
  gives: "nothing",
  roles: ["content"],
  fields: {
    document: field.choice({ label: "Документ", help: "the document", choices: legalNames }),
    file: field.file({ label: "Файл PDF", help: "a PDF" }),
  },
  async run({ trx }, input) {
    const links = await readLinks(trx);
    const address = mediaAddress(await storePdf(trx, input.file));
    await storeLinks(trx, { ...links, [input.document]: address });
    return {
      lines: [`${legalNames[input.document]}: будет показан новый файл.`],
      subject: { kind: "content", id: input.document },
      before: links[input.document],
      after: address,
    };
  },
});

export const setPaymentsAgent = defineAct({
  name: "set-payments-agent",
  group: "contents",
  title: "Задать платёжного агента",
  summary: "Set the id of the payment agent of card payouts.",
  gives: "nothing",
  roles: ["finance"],
  fields: { agent: field.text({ label: "Номер агента", help: "the agent's id", isPositional: true }) },
  async run({ trx }, { agent }) {
    await trx
      .insertInto("settings")
      .values({ name: "payments_agent_id", value: agent })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: agent }))
      .execute();
    return { lines: [`Платёжный агент: ${agent}.`], subject: { kind: "content", id: "payments-agent" } };
  },
});

async function storeLinks(trx: Trx, links: Awaited<ReturnType<typeof readLinks>>): Promise<void> {
  const value = JSON.stringify(links);
  await trx
    .insertInto("settings")
    .values({ name: "links", value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

function readSocial(line: string): { name: string; url: string } {
  const words = line.trim().split(/\s+/);
  const url = words.pop() ?? "";
  if (words.length === 0 || !WEB_ADDRESS.test(url)) {
    throw new RefusalError(alias.validation, `${quote(line)}: нужны название и адрес через пробел.`, "socials");
  }
  return { name: words.join(" "), url };
}

function requireMatch(value: string, pattern: RegExp, name: string): string {
  if (!pattern.test(value)) throw new RefusalError(alias.validation, `${quote(value)} не подходит.`, name);
  return value;
}

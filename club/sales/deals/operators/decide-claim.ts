import { alias } from "../../../../contract/values";
import { findPerson } from "../../../people/accounts/find-person";
import { nameScan } from "../../../people/documents/document-type";
import { defineAct } from "../../../platform/acts/act";
import { count, optionalCount, optionalDate, optionalText, text } from "../../../platform/acts/field";
import { formatMoment, formatPoints } from "../../../platform/acts/format";
import { RefusalError } from "../../../platform/http/refusal-error";
import { zipFile } from "../../../platform/http/zip-file";
import { readPhotos } from "../claims/claim-photos";
import { acceptClaim, refuseClaim } from "../claims/decide-claim";

const claim = count({
  label: "Заявка",
  hint: "Номер заявки",
  help: "id of the claim",
  isPositional: true,
});

/** An operator answers a claim as its curator does, and isn't bound by the limits of a report that is held. */
export const acceptClaimAct = defineAct({
  name: "accept-claim",
  group: "reports",
  title: "Принять заявку о продаже",
  explanation:
    "Продажа посчитается как строка отчёта: по ставке её дня и один раз. Пустые поля остаются такими, как заявлено.",
  summary: "Accept a claimed sale, as it was claimed or corrected; it becomes a deal.",
  gives: "points",
  roles: ["finance"],
  needsCode: true,
  fields: {
    claim,
    article: optionalText({ label: "Артикул", help: "code of the article instead of the claimed one" }),
    count: optionalCount({ label: "Количество", help: "pieces instead of the claimed ones", max: 100_000 }),
    date: optionalDate({ label: "Дата продажи", help: "day of the sale instead of the claimed one, YYYY-MM-DD" }),
    manager: optionalText({
      label: "Менеджер",
      hint: "Телефон, e-mail или номер участника; нужен, если в заявке его нет",
      help: "phone, e-mail or id of the manager, where the claim names none",
      isPrivate: true,
    }),
  },
  async run({ services, trx, authority }, input) {
    const manager = input.manager === undefined ? undefined : await findPerson(services, input.manager, "manager");
    const accepted = await acceptClaim(
      trx,
      services,
      input.claim,
      { by: "operator", authority },
      {
        articleCode: input.article,
        sellDate: input.date,
        count: input.count,
        managerId: manager?.id,
      },
    ).catch(renameFields);
    const points = accepted.managerPoints + accepted.memberPoints;
    return {
      lines: [
        `Заявка № ${input.claim} принята: ${accepted.articleName}, ${accepted.count} шт.`,
        `Менеджеру № ${accepted.managerId} — ${formatPoints(accepted.managerPoints)}, магазину № ${accepted.memberId} — ${formatPoints(accepted.memberPoints)}. ${accepted.told}`,
      ],
      points,
      subject: { kind: "sale-claim", id: input.claim },
      before: { status: "pending" },
      after: { status: "accepted", points },
      link: { card: "sale-claim", id: String(input.claim) },
    };
  },
});

/** The act's names of the fields of a claim. */
const fieldNames: Readonly<Record<string, string>> = {
  article_code: "article",
  sell_count: "count",
  sell_date: "date",
  manager_id: "manager",
};

function renameFields(error: unknown): never {
  if (!(error instanceof RefusalError)) throw error;
  const [entry] = error.entries;
  const field = entry?.error_system_message.field_key ?? "claim";
  throw new RefusalError(error.reason, entry?.error_display_message, fieldNames[field] ?? "claim");
}

export const refuseClaimAct = defineAct({
  name: "refuse-claim",
  group: "reports",
  title: "Отклонить заявку о продаже",
  explanation: "Ничего не начислится. Участник прочтёт причину на странице заявок и в письме.",
  summary: "Refuse a claimed sale with a reason.",
  gives: "nothing",
  roles: ["support", "finance"],
  fields: {
    claim,
    reason: text({ label: "Причина", hint: "Её увидит участник", help: "shown to the participant" }),
  },
  async run({ services, trx, authority }, input) {
    const told = await refuseClaim(trx, services, input.claim, { by: "operator", authority }, input.reason);
    return {
      lines: [`Заявка № ${input.claim} отклонена. ${told}`],
      subject: { kind: "sale-claim", id: input.claim },
      before: { status: "pending" },
      after: { status: "refused" },
      link: { card: "sale-claim", id: String(input.claim) },
    };
  },
});

/** Every look at a document is an act, so that the audit log has who looked, and when. */
export const lookAtClaim = defineAct({
  name: "look-at-claim",
  group: "reports",
  title: "Посмотреть документ заявки",
  explanation: "Фотографии сохранятся одним файлом. Журнал запомнит, кто смотрел.",
  summary: "Save the photos of a claimed sale's document as a file.",
  gives: "nothing",
  roles: ["support", "finance"],
  fields: { claim },
  async run({ services, trx }, input) {
    const found = await trx
      .selectFrom("sale_claims")
      .select(["id", "created_at"])
      .where("id", "=", input.claim)
      .executeTakeFirst();
    if (!found) throw new RefusalError(alias.notFound, `Заявки № ${input.claim} нет.`, "claim");
    const photos = await readPhotos({ db: trx, seal: services.seal }, found.id);
    if (photos.length === 0) {
      throw new RefusalError(alias.notFound, "Фотографии уже удалены: срок хранения прошёл.", "claim");
    }
    const files = photos.map(({ content }, index) => ({ name: nameScan(`document-${index + 1}`, content), content }));
    return {
      lines: [`Заявка № ${found.id} от ${formatMoment(found.created_at)}, фотографий: ${photos.length}.`],
      file: zipFile(`claim-${found.id}.zip`, files, services.now()),
      subject: { kind: "sale-claim", id: found.id },
      link: { card: "sale-claim", id: String(found.id) },
    };
  },
});

import type { passportFields } from "../../../../contract/accounts";
import { alias } from "../../../../contract/values";
import { defineAct } from "../../../platform/acts/act";
import { person } from "../../../platform/acts/field";
import { formatMoment } from "../../../platform/acts/format";
import { RefusalError } from "../../../platform/http/refusal-error";
import { zipFile } from "../../../platform/http/zip-file";
import type { Seal } from "../../../platform/seal/seal";
import { findPerson } from "../../accounts/find-person";
import { fullName } from "../../accounts/person";
import { nameScan } from "../document-type";

const answerNames: Record<keyof typeof passportFields, string> = {
  last_name: "Фамилия",
  first_name: "Имя",
  sur_name: "Отчество",
  birth_date: "Дата рождения",
  passport_series: "Серия паспорта",
  passport_number: "Номер паспорта",
  passport_issue_date: "Дата выдачи",
  passport_issued_by: "Кем выдан",
  passport_code: "Код подразделения",
  registration_address: "Адрес регистрации",
  inn: "ИНН",
};

/** Every look at a passport is an act, so that the audit log has who looked, and when. */
export const lookAtDocuments = defineAct({
  name: "look-at-documents",
  group: "documents",
  title: "Посмотреть документы",
  explanation: "Ответы показываются один раз, сканы — одним файлом. Журнал запомнит, кто смотрел.",
  summary: "Show the answers of a participant's passport, and save its scans as a file.",
  gives: "nothing",
  roles: ["support", "fulfilment"],
  needsCode: true,
  fields: { person: person() },
  async run({ services, trx }, input) {
    const found = await findPerson(services, input.person);
    const documents = await trx
      .selectFrom("documents")
      .selectAll()
      .where("user_id", "=", found.id)
      .orderBy("id", "desc")
      .executeTakeFirst();
    if (!documents) throw new RefusalError(alias.notFound, "Этот участник не отправлял документы.", "person");
    if (documents.answers_sealed.length === 0) {
      throw new RefusalError(alias.notFound, "Документы уже удалены: срок хранения прошёл.", "person");
    }
    const { answers, scans } = openDocuments(services.seal, documents);
    return {
      lines: [
        `${fullName(found)}, № ${found.id}: документы от ${formatMoment(documents.created_at)}, сканов: ${scans.length}.`,
      ],
      secrets: Object.entries(answerNames).map(([name, label]) => ({ label, value: answers[name] ?? "" })),
      file: zipFile(`documents-${found.id}.zip`, scans, services.now()),
      subject: { kind: "person", id: found.id },
      after: { documents: documents.id },
      link: { card: "person", id: String(found.id) },
    };
  },
});

interface SealedDocuments {
  readonly answers_sealed: Buffer;
  readonly passport_main_sealed: Buffer;
  readonly passport_registration_sealed: Buffer;
}

function openDocuments(seal: Seal, sealed: SealedDocuments) {
  const answers: Readonly<Record<string, string>> = JSON.parse(
    seal.open("documents.answers_sealed", sealed.answers_sealed).toString(),
  );
  const main = seal.open("documents.passport_main_sealed", sealed.passport_main_sealed);
  const registration = seal.open("documents.passport_registration_sealed", sealed.passport_registration_sealed);
  return {
    answers,
    scans: [
      { name: nameScan("passport-main", main), content: main },
      { name: nameScan("passport-registration", registration), content: registration },
    ],
  };
}

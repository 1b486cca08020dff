import type { z } from "zod";
import type { addDocuments as addDocumentsCall } from "../../contract/accounts";
import { alias, type DocumentStatus, IMAGES_TOO_LARGE_MESSAGE } from "../../contract/values";
import type { Actor, CallContext, UploadedFile } from "../http/endpoint";
import { limitRate } from "../http/limits";
import { RefusalError } from "../http/refusal-error";
import { moscowDate } from "../moscow-date";
import { readYearTotal } from "../prizes/rules";
import type { Services } from "../services";
import { readDocumentKind } from "./document-kind";

/** Bytes of one scan. */
export const LARGEST_DOCUMENT = 10 * 1024 * 1024;
/** Two scans and the answers; beyond it the router refuses before reading. */
export const DOCUMENTS_BODY_LIMIT = 2 * LARGEST_DOCUMENT + 1024 * 1024;

type Answers = z.output<typeof addDocumentsCall.input>;

/**
 * Takes in personal documents (§8.5): answers and scans are sealed before they are stored and wait for a decision. A new
 * set takes the place of one that waits or was rejected.
 * @throws RefusalError tooLarge (§5.16), validation on the field, collision when accepted ones are on file
 */
export async function addDocuments(
  answers: Answers,
  { services, actor, files }: CallContext,
): Promise<{ status: DocumentStatus }> {
  const main = requireScan(files.passport_main, "passport_main", "Приложите разворот паспорта с фотографией.");
  const registration = requireScan(
    files.passport_registration,
    "passport_registration",
    "Приложите страницу паспорта с регистрацией.",
  );
  const today = moscowDate(services.now());
  requirePastDate(answers.birth_date, today, "birth_date", "Проверьте дату рождения.");
  requirePastDate(answers.passport_issue_date, today, "passport_issue_date", "Проверьте дату выдачи.");
  await limitRate(services.db, services, `documents:${actor.id}`, { max: 20, seconds: 24 * 60 * 60 });
  await services.db.transaction().execute(async (trx) => {
    await trx.selectFrom("users").select("id").where("id", "=", actor.id).forUpdate().execute();
    const accepted = await trx
      .selectFrom("documents")
      .select("id")
      .where("user_id", "=", actor.id)
      .where("status", "=", "accepted")
      .executeTakeFirst();
    if (accepted) throw new RefusalError(alias.collision, "Ваши документы уже приняты, отправлять их снова не нужно.");
    await trx.deleteFrom("documents").where("user_id", "=", actor.id).execute();
    await trx
      .insertInto("documents")
      .values({
        user_id: actor.id,
        answers_sealed: services.seal.seal(JSON.stringify(answers)),
        passport_main_sealed: services.seal.seal(main.content),
        passport_registration_sealed: services.seal.seal(registration.content),
      })
      .execute();
  });
  return { status: "pending" };
}

interface DocumentsState {
  readonly status: DocumentStatus;
  readonly reason: string;
  /** Roubles of this year's prizes, and how many of them need no documents. */
  readonly year_total: number;
  readonly year_limit: number;
}

/** How far the participant's documents are, with the reason of a rejection, and how near the year's limit is. */
export async function readDocumentsStatus(actor: Actor, services: Services): Promise<DocumentsState> {
  const { db, settings } = services;
  const latest = await db
    .selectFrom("documents")
    .select(["status", "reason"])
    .where("user_id", "=", actor.id)
    .orderBy("id", "desc")
    .executeTakeFirst();
  const year = { year_total: await readYearTotal(db, services, actor.id), year_limit: settings.documentsLimit };
  return { ...(latest ?? { status: "none", reason: "" }), ...year };
}

function requireScan(file: UploadedFile | undefined, field: string, missing: string): UploadedFile {
  if (!file) throw new RefusalError(alias.validation, missing, field);
  if (file.content.length > LARGEST_DOCUMENT) throw new RefusalError(alias.tooLarge, IMAGES_TOO_LARGE_MESSAGE, field);
  if (!readDocumentKind(file.content)) {
    throw new RefusalError(alias.validation, "Подойдёт фотография (JPEG, PNG, WebP, HEIC) или PDF.", field);
  }
  return file;
}

function requirePastDate(date: string, today: string, field: string, message: string): void {
  const parsed = new Date(`${date}T00:00:00Z`);
  const isReal = !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
  if (!isReal || date > today || date < "1900-01-01") throw new RefusalError(alias.validation, message, field);
}

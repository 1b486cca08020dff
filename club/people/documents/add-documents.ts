import { addDocuments } from "../../../contract/accounts";
import { alias, fieldMessages, missingScanMessages } from "../../../contract/values";
import { endpoint } from "../../platform/http/endpoint";
import { limitRate } from "../../platform/http/limits";
import { RefusalError } from "../../platform/http/refusal-error";
import { moscowDate } from "../../platform/moscow-date";
import { requireScan, SCANS_BODY_LIMIT } from "./scan";

/**
 * Stores personal documents (§8.5) until an operator decides on them. Fields and scans are sealed before they are stored.
 * New documents replace those that are pending or rejected.
 * @throws RefusalError tooLarge (§5.16), validation on the field, collision when documents were accepted before
 */
export const addDocumentsEndpoint = endpoint(
  addDocuments,
  async (answers, { services, actor, files }) => {
    const main = requireScan(files.passport_main, "passport_main", missingScanMessages.passport_main);
    const registration = requireScan(
      files.passport_registration,
      "passport_registration",
      missingScanMessages.passport_registration,
    );
    const today = moscowDate(services.now());
    requirePastDate(answers.birth_date, today, "birth_date", fieldMessages.birthDate);
    requirePastDate(answers.passport_issue_date, today, "passport_issue_date", fieldMessages.passportIssueDate);
    await limitRate(services.db, services, `documents:${actor.id}`, { max: 20, seconds: 24 * 60 * 60 });
    await services.db.transaction().execute(async (trx) => {
      await trx.selectFrom("users").select("id").where("id", "=", actor.id).forNoKeyUpdate().execute();
      const accepted = await trx
        .selectFrom("documents")
        .select("id")
        .where("user_id", "=", actor.id)
        .where("status", "=", "accepted")
        .executeTakeFirst();
      if (accepted)
        throw new RefusalError(alias.collision, "Ваши документы уже приняты, передавать их ещё раз не нужно.");
      await trx.deleteFrom("documents").where("user_id", "=", actor.id).execute();
      await trx
        .insertInto("documents")
        .values({
          user_id: actor.id,
          answers_sealed: services.seal.seal("documents.answers_sealed", JSON.stringify(answers)),
          passport_main_sealed: services.seal.seal("documents.passport_main_sealed", main.content),
          passport_registration_sealed: services.seal.seal(
            "documents.passport_registration_sealed",
            registration.content,
          ),
        })
        .execute();
    });
    return { status: "pending" as const };
  },
  { bodyLimit: SCANS_BODY_LIMIT },
);

function requirePastDate(date: string, today: string, field: string, message: string): void {
  const parsed = new Date(`${date}T00:00:00Z`);
  const isReal = !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
  if (!isReal || date > today || date < "1900-01-01") throw new RefusalError(alias.validation, message, field);
}

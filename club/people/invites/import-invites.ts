import { importInvites } from "../../../contract/invites";
import { missingFileMessages } from "../../../contract/values";
import { endpoint } from "../../platform/http/endpoint";
import { limitUploads } from "../../platform/http/limits";
import { examineTable, fileNameWithoutPath, requireTable } from "../../platform/spreadsheets/uploaded-table";
import { inviteTable } from "./invite-columns";
import { importInvitesJob } from "./jobs";
import { requireLetterDay } from "./letter-days";

const MEGABYTE = 1024 * 1024;
const FILE_BYTES_LIMIT = 10 * MEGABYTE;
const IMPORTS_PER_HOUR = 20;

/** Stores a file of invitations if it is readable, and queues the job that creates and sends them. */
export const importInvitesEndpoint = endpoint(
  importInvites,
  async (_input, { services, actor, files }) => {
    const file = requireTable(files.file, missingFileMessages.invites);
    await limitUploads(services, "invite-import", actor.id, IMPORTS_PER_HOUR);
    await requireLetterDay(services.db, services, actor.id);
    const { total } = await examineTable(file.content, inviteTable);
    const taskId = await services.db.transaction().execute(async (trx) => {
      const { id } = await trx
        .insertInto("tasks")
        .values({
          owner_id: actor.id,
          kind: "invite_import",
          total,
          file_name: fileNameWithoutPath(file.name, "список"),
          file_content: file.content,
          created_at: services.now(),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await services.jobs.send(importInvitesJob, { taskId: id }, { within: trx });
      return id;
    });
    return { task_id: taskId };
  },
  {
    bodyLimit: FILE_BYTES_LIMIT + MEGABYTE,
    tooLargeMessage: "Список больше 10 МБ. Разделите таблицу на несколько файлов.",
  },
);

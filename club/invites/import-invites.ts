import { importInvites } from "../../contract/invites";
import { alias } from "../../contract/values";
import { endpoint } from "../http/endpoint";
import { limitRate } from "../http/limits";
import { Refused } from "../http/refused";
import { UnreadableTable } from "../spreadsheets/unreadable";
import { readInviteRows } from "./invite-columns";
import { importInvitesJob } from "./jobs";

const MEGABYTE = 1024 * 1024;
const FILE_BYTES_LIMIT = 10 * MEGABYTE;
const IMPORTS_PER_HOUR = 20;

/** Takes a file of invitations if it can be read at all, and leaves writing and posting to the background. */
export const importInvitesEndpoint = endpoint(
  importInvites,
  async (_input, { services, actor, files }) => {
    const { file } = files;
    if (!file) throw refuse("Выберите файл со списком. Пустой файл загрузить нельзя.");
    await limitRate(services.db, services, `invite-import:${actor.id}`, {
      max: IMPORTS_PER_HOUR,
      seconds: 60 * 60,
      message: "Загрузок за час слишком много.",
    });
    const total = await countRows(file.content);
    const taskId = await services.db.transaction().execute(async (trx) => {
      const { id } = await trx
        .insertInto("tasks")
        .values({
          owner_id: actor.id,
          kind: "invite_import",
          total,
          file_name: plainName(file.name),
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
  { bodyLimit: FILE_BYTES_LIMIT + MEGABYTE },
);

async function countRows(content: Buffer): Promise<number> {
  try {
    return (await readInviteRows(content)).length;
  } catch (error) {
    if (error instanceof UnreadableTable) throw refuse(error.message);
    throw error;
  }
}

function refuse(message: string): Refused {
  return new Refused(alias.fileUnreadable, message, "file");
}

/** The file's own name, whatever path a browser put before it. */
function plainName(name: string): string {
  return (name.split(/[\\/]/).at(-1) ?? "").replace(/\p{Cc}/gu, "").slice(0, 200) || "список";
}

import { addRelation } from "../../contract/accounts";
import { alias } from "../../contract/values";
import { endpoint } from "../http/endpoint";
import { RefusalError } from "../http/refusal-error";
import { relateTo } from "../registration/relation";

/**
 * Ties a participant who has no distributor yet to one (§4.11). The same choice again changes nothing; another
 * distributor is for support to set, since sales already count by it.
 */
export const addRelationEndpoint = endpoint(
  addRelation,
  async ({ related_to_user_id: [relatedToUserId = ""] }, { services, actor }) => {
    await services.db.transaction().execute(async (trx) => {
      const chosen = await relateTo(trx, relatedToUserId);
      const user = await trx
        .selectFrom("users")
        .select(["curator_id", "manager_id"])
        .where("id", "=", actor.id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const managerId = actor.role === "member" ? chosen.managerId : null;
      const isOther =
        (user.curator_id !== null && user.curator_id !== chosen.curatorId) ||
        (user.manager_id !== null && managerId !== null && user.manager_id !== managerId);
      if (isOther) {
        const message = "Дистрибьютор уже выбран. Чтобы сменить его, напишите в техническую поддержку.";
        throw new RefusalError(alias.collision, message, "related_to_user_id");
      }
      if (chosen.curatorId === null || managerId === actor.id) {
        throw new RefusalError(alias.validation, "Выберите дистрибьютора.", "related_to_user_id");
      }
      await trx
        .updateTable("users")
        .set({ curator_id: chosen.curatorId, manager_id: managerId ?? user.manager_id })
        .where("id", "=", actor.id)
        .execute();
    });
  },
);

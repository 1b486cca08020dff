import { addRelation } from "../../../contract/accounts";
import { alias, choiceMessages } from "../../../contract/values";
import { endpoint } from "../../platform/http/endpoint";
import { RefusalError } from "../../platform/http/refusal-error";
import { requireChosenRelation } from "../registration/relation";

/**
 * Sets the distributor of a participant who has none yet (§4.11). The same choice again changes nothing. Only support can
 * change the distributor, since sales are already counted by it.
 * @throws RefusalError collision when another distributor was chosen before, validation for a wrong choice
 */
export const addRelationEndpoint = endpoint(
  addRelation,
  async ({ related_to_user_id: [relatedToUserId = ""] }, { services, actor }) => {
    await services.db.transaction().execute(async (trx) => {
      const chosen = await requireChosenRelation(trx, relatedToUserId);
      const user = await trx
        .selectFrom("users")
        .select(["curator_id", "manager_id"])
        .where("id", "=", actor.id)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow();
      const managerId = actor.role === "member" ? chosen.managerId : null;
      const isOtherDistributor =
        (user.curator_id !== null && user.curator_id !== chosen.curatorId) ||
        (user.manager_id !== null && managerId !== null && user.manager_id !== managerId);
      if (isOtherDistributor) {
        const message = "Дистрибьютор уже выбран. Чтобы сменить его, напишите в техническую поддержку.";
        throw new RefusalError(alias.collision, message, "related_to_user_id");
      }
      if (chosen.curatorId === null || managerId === actor.id) {
        throw new RefusalError(alias.validation, choiceMessages.distributor, "related_to_user_id");
      }
      await trx
        .updateTable("users")
        .set({ curator_id: chosen.curatorId, manager_id: managerId ?? user.manager_id })
        .where("id", "=", actor.id)
        .execute();
    });
  },
);

import { alias } from "../../../contract/values";
import { RefusalError } from "../../platform/http/refusal-error";

/**
 * The refusal of a sales manager who left the programme (§8.4).
 * @param field the wire name of the field that named the manager
 */
export function disabledManagerError(field: string): RefusalError {
  const message = "Этот менеджер больше не участвует в программе. Отметьте регистрацию без менеджера по продажам.";
  return new RefusalError(alias.managerDisabled, message, field);
}

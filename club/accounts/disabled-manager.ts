import { alias } from "../../contract/values";
import { Refused } from "../http/refused";

/** The refusal of a sales manager who left the programme (§8.4). @param field the wire name of the field that named the manager */
export function refuseDisabledManager(field: string): Refused {
  const message = "Этот менеджер больше не участвует в программе. Отметьте регистрацию без менеджера по продажам.";
  return new Refused(alias.managerDisabled, message, field);
}

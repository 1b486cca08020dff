import { alias } from "../../../contract/values";
import { RefusalError } from "../http/refusal-error";

/** An act that changes what is filled in was given no field. @param field at which it is said */
export function nothingToChange(field: string): RefusalError {
  return new RefusalError(alias.validation, "Заполните хотя бы одно поле.", field);
}

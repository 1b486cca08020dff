import { z } from "zod";
import { distributorRules } from "../../../contract/field-rules";
import { requiredText } from "../../../contract/fields";

/** §4.11 */
export const curatorSchema = z.object({ curator: requiredText("Выберите дистрибьютора.", distributorRules.curator) });

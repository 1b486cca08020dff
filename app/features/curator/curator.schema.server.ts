import { z } from "zod";
import { requiredText } from "../../../contract/fields";

/** §4.11 */
export const curatorSchema = z.object({ curator: requiredText("Выберите дистрибьютора.", 40) });

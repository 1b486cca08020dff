import { z } from "zod";
import { distributorRules } from "../../../contract/field-rules";
import { requiredText } from "../../../contract/fields";
import { choiceMessages } from "../../../contract/values";

/** §4.11 */
export const curatorSchema = z.object({ curator: requiredText(choiceMessages.distributor, distributorRules.curator) });

import { z } from "zod";
import { innField, optionalText, requiredText } from "../../../contract/fields";

/** A further company of a member, as at registration (§3.2, §5.4). */
export const companySchema = z.object({
  company_inn: innField,
  company_actual_name_organization: optionalText(),
  company_actual_address_organization: requiredText("Укажите фактический адрес.", 500),
  company_segment_id: requiredText("Выберите сегмент."),
});

import { consentRules } from "../../../contract/field-rules";
import { CheckboxField } from "../../ui/core/choice-field";
import type { FormShell } from "../../ui/core/form-shell";

/** Links to the two documents. */
export interface ConsentLinks {
  policy: string;
  dataAgreement: string;
}

/** The two consents of a registration (§5.4, §5.5). */
export function ConsentFields({ shell, links }: { shell: FormShell; links: ConsentLinks }) {
  return (
    <>
      <CheckboxField
        shell={shell}
        name="policy"
        label={
          <>
            Принимаю{" "}
            <a href={links.policy} target="_blank" rel="noopener">
              политику конфиденци&shy;альности
            </a>
          </>
        }
        {...consentRules.policy}
      />
      <CheckboxField
        shell={shell}
        name="dataAgreement"
        label={
          <>
            Даю{" "}
            <a href={links.dataAgreement} target="_blank" rel="noopener">
              согласие на обработку персональных данных
            </a>
          </>
        }
        {...consentRules.dataAgreement}
      />
    </>
  );
}

import { DefaultSubmit } from "../../ui/core/button";
import { useFormDraft } from "../../ui/core/draft";
import { FieldSet } from "../../ui/core/field-set";
import { FormLayout } from "../../ui/core/form";
import { useMissingFields } from "../../ui/core/missing-fields";
import { ConsentFields } from "./consent-fields";
import { DistributorField } from "./distributor-field";
import { listMissingForInvitedSales, listMissingForSales } from "./list-missing";
import { PersonFields } from "./person-fields";
import { RegisterButton } from "./register-button";
import type { RegistrationFormProps } from "./registration-form";
import { useLookupResult } from "./use-lookups";

/** Registration of a sales manager (§3.3, §5.5). */
export function SalesForm({ shell, reply, distributors, links, known, origin }: RegistrationFormProps) {
  const [lookup, setLookup] = useLookupResult(reply);
  useFormDraft(shell, "register/manager");
  const missing = useMissingFields(shell, origin === null ? listMissingForSales : listMissingForInvitedSales, lookup);
  return (
    <FormLayout shell={shell}>
      <DefaultSubmit value="register" />
      <PersonFields shell={shell} known={known} />
      <FieldSet legend="Дистрибьютор">
        <DistributorField
          shell={shell}
          distributors={distributors}
          origin={origin}
          lookup={lookup}
          setLookup={setLookup}
        />
      </FieldSet>
      <ConsentFields shell={shell} links={links} />
      <RegisterButton shell={shell} missing={missing} />
    </FormLayout>
  );
}

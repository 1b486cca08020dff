import { DefaultSubmit } from "../../ui/button";
import { useDraft } from "../../ui/draft";
import { FieldSet } from "../../ui/field-set";
import { FormFrame } from "../../ui/form";
import { useMissing } from "../../ui/missing";
import { ConsentFields } from "./consent-fields";
import { DistributorField } from "./distributor-field";
import { listMissing, PERSON_NAMES } from "./list-missing";
import { PersonFields } from "./person-fields";
import { RegisterButton } from "./register-button";
import type { RegistrationFormProps } from "./registration-form";
import { useFinding } from "./use-look-ups";

/** Registration of a sales manager (§3.3, §5.5). */
export function SalesForm({ shell, reply, distributors, links, known, origin }: RegistrationFormProps) {
  const [finding, setFinding] = useFinding(reply);
  useDraft(shell, "register/manager");
  const missing = useMissing(shell, origin === null ? listMissingForSales : listMissingWhenLinked, finding);
  return (
    <FormFrame shell={shell}>
      <DefaultSubmit value="register" />
      <PersonFields shell={shell} known={known} />
      <FieldSet legend="Дистрибьютор">
        <DistributorField
          shell={shell}
          distributors={distributors}
          origin={origin}
          finding={finding}
          setFinding={setFinding}
        />
      </FieldSet>
      <ConsentFields shell={shell} links={links} />
      <RegisterButton shell={shell} missing={missing} />
    </FormFrame>
  );
}

const listMissingWhenLinked = (data: FormData) => listMissing(data, PERSON_NAMES);

/** §5.5 */
const listMissingForSales = (data: FormData) => listMissing(data, { ...PERSON_NAMES, curator: "дистрибьютор" });

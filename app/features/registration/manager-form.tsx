import { DefaultSubmit } from "../../ui/core/button";
import { useFormDraft } from "../../ui/core/draft";
import { FieldSet } from "../../ui/core/field-set";
import { FormLayout } from "../../ui/core/form";
import { useMissingFields } from "../../ui/core/missing-fields";
import { ConsentFields } from "./consent-fields";
import { DistributorField } from "./distributor-field";
import { listMissingForInvitedManager, listMissingForManager } from "./list-missing";
import { PersonFields } from "./person-fields";
import { RegisterButton } from "./register-button";
import type { RegistrationFormProps } from "./registration-form-props";
import { LinkNotice } from "./registration-link";
import { useLookupResult } from "./use-lookup";

/** Registration of a sales manager (§3.3, §5.5). */
export function ManagerForm({ shell, reply, distributors, links, known, link, linkError }: RegistrationFormProps) {
  const [found, setFound] = useLookupResult(reply);
  useFormDraft(shell, "register/manager");
  const missing = useMissingFields(shell, link ? listMissingForInvitedManager : listMissingForManager, found);
  return (
    <>
      <LinkNotice formRole="manager" link={link} linkError={linkError} />
      <FormLayout shell={shell} className="registration-form">
        <DefaultSubmit value="register" />
        <PersonFields shell={shell} known={known} />
        <FieldSet legend="Дистри&shy;бьютор и согласия">
          <DistributorField
            shell={shell}
            distributors={distributors}
            isLinked={link !== null}
            hint="Компания, в которой вы работаете."
            found={found}
            setFound={setFound}
          />
          <ConsentFields shell={shell} links={links} />
          <RegisterButton shell={shell} missing={missing} />
        </FieldSet>
      </FormLayout>
    </>
  );
}

import { useState } from "react";
import { memberRegistrationRules } from "../../../contract/field-rules";
import { DefaultSubmit } from "../../ui/core/button";
import type { Choice } from "../../ui/core/choice-field";
import { useFormDraft } from "../../ui/core/draft";
import { fieldValue } from "../../ui/core/field";
import { FieldSet } from "../../ui/core/field-set";
import { FormLayout } from "../../ui/core/form";
import { useMissingFields } from "../../ui/core/missing-fields";
import { TextField } from "../../ui/core/text-field";
import { CompanyFields } from "./company-fields";
import { ConsentFields } from "./consent-fields";
import { describeConflict } from "./distributor-conflict";
import { DistributorField } from "./distributor-field";
import { InvitingManager } from "./inviting-manager";
import { listMissingForInvitedMember, listMissingForMember, listMissingForMemberOfManager } from "./list-missing";
import { ManagerContactFields } from "./manager-contact-fields";
import { PersonFields } from "./person-fields";
import { RegisterButton } from "./register-button";
import type { RegistrationFormProps } from "./registration-form-props";
import { LinkNotice, type RegistrationLink } from "./registration-link";
import { useLookupResult } from "./use-lookup";

type MemberFormProps = RegistrationFormProps & { segments: readonly Choice[] };

/** Registration of a shop or service station (§3.2, §5.4). */
export function MemberForm({ shell, reply, segments, distributors, links, known, link, linkError }: MemberFormProps) {
  const [found, setFound] = useLookupResult(reply);
  const [curator, setCurator] = useState(String(fieldValue(shell, "curator") ?? ""));
  const conflict = describeConflict(distributors ?? found.distributors ?? [], curator, found.managerCompany);
  useFormDraft(shell, "register/member");
  const missing = useMissingFields(shell, chooseMissingList(link), found);
  return (
    <>
      <LinkNotice formRole="member" link={link} linkError={linkError} />
      <FormLayout shell={shell} className="registration-form">
        <DefaultSubmit value="register" />
        <CompanyFields shell={shell} segments={segments} found={found} setFound={setFound} />
        <PersonFields shell={shell} known={known} withPosition />
        {link?.isFromManager ? (
          <InvitingManager shell={shell} name={link.name} found={found} setFound={setFound} />
        ) : (
          <FieldSet legend="Дистри&shy;бьютор и менеджер">
            <DistributorField
              shell={shell}
              distributors={distributors}
              isLinked={link !== null}
              hint="Компания, которая поставляет вам товар."
              found={found}
              setFound={setFound}
              onChoose={setCurator}
            />
            <ManagerContactFields
              shell={shell}
              isInvitedByManager={false}
              found={found}
              setFound={setFound}
              conflict={conflict}
            />
          </FieldSet>
        )}
        <FieldSet legend="Промокод и согласия">
          <TextField
            shell={shell}
            name="promo_code"
            label="Промокод"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            {...memberRegistrationRules.promo_code}
            optional
          />
          <ConsentFields shell={shell} links={links} />
          <RegisterButton shell={shell} missing={missing} />
        </FieldSet>
      </FormLayout>
    </>
  );
}

function chooseMissingList(link: RegistrationLink | null) {
  if (!link) return listMissingForMember;
  return link.isFromManager ? listMissingForMemberOfManager : listMissingForInvitedMember;
}

import { DefaultSubmit, SubmitButton } from "../../ui/button";
import type { Choice } from "../../ui/choice-field";
import { useDraft } from "../../ui/draft";
import { FieldSet } from "../../ui/field-set";
import { FormFrame } from "../../ui/form";
import type { FormShell } from "../../ui/form-shell";
import { useMissing } from "../../ui/missing";
import { TextField } from "../../ui/text-field";
import { CompanyFields } from "./company-fields";
import { ConsentFields, type ConsentLinks } from "./consent-fields";
import { DistributorField } from "./distributor-field";
import type { RegistrationReply } from "./finding";
import { ManagerFields } from "./manager-fields";
import { listMissing, MissingNote } from "./missing-note";
import { OriginNote } from "./origin-note";
import { type KnownPerson, PersonFields } from "./person-fields";
import { useFinding } from "./use-look-ups";

type RetailFormProps = {
  shell: FormShell;
  reply: RegistrationReply | null | undefined;
  segments: readonly Choice[];
  distributors: readonly Choice[] | null;
  links: ConsentLinks;
  known: KnownPerson | null;
  /** Name of who brought the person here; null when nobody did. */
  origin: string | null;
};

/** Registration of a shop or service station (§3.2, §5.4). */
export function RetailForm({ shell, reply, segments, distributors, links, known, origin }: RetailFormProps) {
  const [finding, setFinding] = useFinding(reply);
  const isLinked = origin !== null;
  useDraft(shell, "register/member");
  const missing = useMissing(shell, isLinked ? listMissingWhenLinked : listMissingForRetail, finding);
  return (
    <FormFrame shell={shell}>
      <DefaultSubmit value="register" />
      <CompanyFields shell={shell} segments={segments} finding={finding} setFinding={setFinding} />
      <PersonFields shell={shell} known={known} withPosition />
      <FieldSet legend="Дистрибьютор и менеджер">
        {origin === null ? (
          <DistributorField shell={shell} distributors={distributors} finding={finding} setFinding={setFinding} />
        ) : (
          <OriginNote name={origin} />
        )}
        <ManagerFields shell={shell} isLinked={isLinked} finding={finding} setFinding={setFinding} />
      </FieldSet>
      <FieldSet legend="Последнее">
        <TextField
          shell={shell}
          name="promo_code"
          label="Промокод"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
          optional
        />
        <ConsentFields shell={shell} links={links} />
      </FieldSet>
      <SubmitButton shell={shell} name="intent" value="register" busyLabel="Отправляем…" disabled={missing.length > 0}>
        Зарегистрироваться
      </SubmitButton>
      <MissingNote missing={missing} />
    </FormFrame>
  );
}

const ALWAYS = {
  company_inn: "ИНН",
  company_actual_address_organization: "фактический адрес",
  company_segment_id: "сегмент",
  last_name: "фамилия",
  first_name: "имя",
  sur_name: "отчество",
  phone: "телефон",
  email: "e-mail",
  policy: "политика конфиденциальности",
  dataAgreement: "согласие на обработку данных",
};

const listMissingWhenLinked = (data: FormData) => listMissing(data, ALWAYS);

/** §5.4 */
const listMissingForRetail = (data: FormData) => [
  ...listMissing(data, { ...ALWAYS, curator: "дистрибьютор" }),
  ...(data.has("agreementMember") || data.get("manager_found")
    ? []
    : ["проверенный менеджер или отметка «без менеджера»"]),
];

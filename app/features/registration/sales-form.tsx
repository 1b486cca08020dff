import { DefaultSubmit, SubmitButton } from "../../ui/button";
import type { Choice } from "../../ui/choice-field";
import { useDraft } from "../../ui/draft";
import { FieldSet } from "../../ui/field-set";
import { FormFrame } from "../../ui/form";
import type { FormShell } from "../../ui/form-shell";
import { useMissing } from "../../ui/missing";
import { ConsentFields, type ConsentLinks } from "./consent-fields";
import { DistributorField } from "./distributor-field";
import type { RegistrationReply } from "./finding";
import { listMissing, MissingNote } from "./missing-note";
import { OriginNote } from "./origin-note";
import { type KnownPerson, PersonFields } from "./person-fields";
import { useFinding } from "./use-look-ups";

type SalesFormProps = {
  shell: FormShell;
  reply: RegistrationReply | null | undefined;
  distributors: readonly Choice[] | null;
  links: ConsentLinks;
  known: KnownPerson | null;
  /** Name of who brought the person here; null when nobody did. */
  origin: string | null;
};

/** Registration of a sales manager (§3.3, §5.5). */
export function SalesForm({ shell, reply, distributors, links, known, origin }: SalesFormProps) {
  const [finding, setFinding] = useFinding(reply);
  useDraft(shell, "register/manager");
  const missing = useMissing(shell, origin === null ? listMissingForSales : listMissingWhenLinked, finding);
  return (
    <FormFrame shell={shell}>
      <DefaultSubmit value="register" />
      <PersonFields shell={shell} known={known} />
      <FieldSet legend="Дистрибьютор">
        {origin === null ? (
          <DistributorField shell={shell} distributors={distributors} finding={finding} setFinding={setFinding} />
        ) : (
          <OriginNote name={origin} />
        )}
      </FieldSet>
      <ConsentFields shell={shell} links={links} />
      <SubmitButton shell={shell} name="intent" value="register" busyLabel="Отправляем…" disabled={missing.length > 0}>
        Зарегистрироваться
      </SubmitButton>
      <MissingNote missing={missing} />
    </FormFrame>
  );
}

const ALWAYS = {
  last_name: "фамилия",
  first_name: "имя",
  sur_name: "отчество",
  phone: "телефон",
  email: "e-mail",
  policy: "политика конфиденциальности",
  dataAgreement: "согласие на обработку данных",
};

const listMissingWhenLinked = (data: FormData) => listMissing(data, ALWAYS);

/** §5.5 */
const listMissingForSales = (data: FormData) => listMissing(data, { ...ALWAYS, curator: "дистрибьютор" });

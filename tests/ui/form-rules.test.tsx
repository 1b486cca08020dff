import { createRemixStub } from "@remix-run/testing";
import { render } from "@testing-library/react";
import { createContext, useContext } from "react";
import { expect, test } from "vitest";
import { AgreementForm } from "../../app/features/agreement/agreement-form";
import { CuratorForm } from "../../app/features/curator/curator-form";
import { DocumentsForm } from "../../app/features/documents/documents-form";
import { FeedbackForm } from "../../app/features/feedback/feedback-form";
import { InviteForm } from "../../app/features/invites/invite-form";
import { LoginForm } from "../../app/features/login/login-form";
import { PromoCodeForm } from "../../app/features/promotions/promo-code-form";
import { PasswordForm } from "../../app/features/recovery/password-form";
import { RecoveryForm } from "../../app/features/recovery/recovery-form";
import { CodeForm, PhoneForm } from "../../app/features/registration/activation-form";
import { CompanyForm } from "../../app/features/registration/company-form";
import { ManagerForm } from "../../app/features/registration/manager-form";
import { MemberForm } from "../../app/features/registration/member-form";
import { usePageForm } from "../../app/ui/core/form";
import type { FormShell } from "../../app/ui/core/form-shell";
import * as rules from "../../contract/field-rules";

const registration = {
  reply: null,
  distributors: [],
  links: { policy: "/", dataAgreement: "/" },
  known: null,
  link: null,
  linkError: "",
};
const names = { last_name: "", first_name: "", sur_name: "" };
const { activationRules, memberRegistrationRules } = rules;

type Rules = Readonly<Record<string, rules.FieldRule>>;

const forms: [string, (shell: FormShell) => JSX.Element, Rules][] = [
  ["login by phone", (shell) => <LoginForm shell={shell} mode="phone" />, rules.loginByPhoneRules],
  ["login by e-mail", (shell) => <LoginForm shell={shell} mode="email" />, rules.loginByEmailRules],
  ["recovery", (shell) => <RecoveryForm shell={shell} />, rules.recoveryRules],
  ["new password", (shell) => <PasswordForm shell={shell} email="" />, rules.newPasswordRules],
  [
    "activation code",
    (shell) => <CodeForm shell={shell} />,
    // A whole SMS may be pasted: its digits are taken.
    { code: { ...activationRules.code, maxLength: 200, pattern: "\\D*(\\d\\D*){4}" } },
  ],
  ["activation phone", (shell) => <PhoneForm shell={shell} />, { phone: activationRules.phone }],
  [
    "registration of a manager",
    (shell) => <ManagerForm shell={shell} {...registration} />,
    rules.managerRegistrationRules,
  ],
  [
    "registration of a member",
    (shell) => <MemberForm shell={shell} {...registration} segments={[]} />,
    {
      ...memberRegistrationRules,
      // Without script a ticked box stands for the address.
      company_actual_address_organization: {
        ...memberRegistrationRules.company_actual_address_organization,
        required: false,
      },
    },
  ],
  [
    "company",
    (shell) => <CompanyForm shell={shell} segments={[]} />,
    {
      ...rules.companyRules,
      company_actual_address_organization: {
        ...rules.companyRules.company_actual_address_organization,
        required: false,
      },
    },
  ],
  ["distributor", (shell) => <CuratorForm shell={shell} distributors={[]} />, rules.distributorRules],
  ["agreement", (shell) => <AgreementForm shell={shell} rulesLink="/" />, rules.agreementRules],
  ["feedback", (shell) => <FeedbackForm shell={shell} openedOn="/" policyLink="/" />, rules.feedbackRules],
  ["invitation", (shell) => <InviteForm shell={shell} />, rules.inviteRules],
  ["promo code", (shell) => <PromoCodeForm shell={shell} />, rules.promoCodeRules],
  ["documents", (shell) => <DocumentsForm shell={shell} names={names} today="2026-01-01" />, rules.documentRules],
];

const RenderForm = createContext<(shell: FormShell) => JSX.Element>(() => <></>);

function Page() {
  return useContext(RenderForm)(usePageForm("form", null, "/"));
}

/** The attributes that a rule asks for, as the HTML has them. */
function expectedAttributes({ required = false, ...others }: rules.FieldRule) {
  return { required: required ? "" : null, ...mapValues(others, String) };
}

function mapValues(record: object, map: (value: unknown) => unknown) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}

test.each(forms)("§5.2 §5.3 controls have the attributes that their rules ask for: %s", (_, renderForm, formRules) => {
  const Stub = createRemixStub([{ path: "/", Component: Page }]);
  const { container } = render(
    <RenderForm.Provider value={renderForm}>
      <Stub />
    </RenderForm.Provider>,
  );
  for (const [name, rule] of Object.entries(formRules)) {
    const control = container.querySelector(`[name="${name}"]:not([type="hidden"])`);
    const expected = expectedAttributes(rule);
    const attributes = Object.keys(expected).map((attribute) => [attribute, control?.getAttribute(attribute)]);
    expect([name, Object.fromEntries(attributes)]).toEqual([name, expected]);
  }
});

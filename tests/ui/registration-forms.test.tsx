import { createRemixStub } from "@remix-run/testing";
import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { ManagerForm } from "../../app/features/registration/manager-form";
import { MemberForm } from "../../app/features/registration/member-form";
import { usePageForm } from "../../app/ui/core/form";
import { managerRegistrationRules, memberRegistrationRules } from "../../contract/field-rules";

const view = {
  reply: undefined,
  distributors: [],
  links: { policy: "/", dataAgreement: "/" },
  known: null,
  link: null,
  linkError: "",
};

function Manager() {
  return <ManagerForm shell={usePageForm("manager", null, "/")} {...view} />;
}

function Member() {
  return <MemberForm shell={usePageForm("member", null, "/")} segments={[]} {...view} />;
}

/** A rule without a field would let the server ask for what nobody can fill in. */
it.each([
  ["manager", Manager, managerRegistrationRules],
  ["member", Member, memberRegistrationRules],
] as const)("§3.2 §3.3 the registration of a %s has a field for every rule", (_, Component, rules) => {
  const Page = createRemixStub([{ path: "/", Component }]);
  const { container } = render(<Page />);
  const names = [...container.querySelectorAll("[name]")].map((field) => field.getAttribute("name"));
  expect(Object.keys(rules).filter((name) => !names.includes(name))).toEqual([]);
});

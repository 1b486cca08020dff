import { Form } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { fireEvent, render } from "@testing-library/react";
import type { ComponentProps } from "react";
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

type MemberProps = Partial<ComponentProps<typeof MemberForm>>;

function Manager() {
  return <ManagerForm shell={usePageForm("manager", null, "/")} {...view} />;
}

function Member(props: MemberProps) {
  return <MemberForm shell={usePageForm("member", null, "/")} segments={[]} {...view} {...props} />;
}

let shown: JSX.Element;
const Page = createRemixStub([{ path: "/", Component: () => shown }]);

function renderPage(page: JSX.Element) {
  shown = page;
  return render(<Page />).container;
}

/** A rule without a field would let the server ask for what nobody can fill in. */
it.each([
  ["manager", <Manager key="manager" />, managerRegistrationRules],
  ["member", <Member key="member" />, memberRegistrationRules],
] as const)("§3.2 §3.3 the registration of a %s has a field for every rule", (_, page, rules) => {
  const names = [...renderPage(page).querySelectorAll("[name]")].map((field) => field.getAttribute("name"));
  expect(Object.keys(rules).filter((name) => !names.includes(name))).toEqual([]);
});

it.each([
  ["nothing was looked up", {}, "Юридические данные", false],
  ["all was found", { legalName: "ООО «Ось»", legalAddress: "Тверь, Мира, 1" }, "ООО «Ось»", false],
  ["the register has no address", { legalName: "ООО «Ось»", legalAddress: "" }, "ООО «Ось»", true],
])("§3.2 §3.4 the tax number comes first, and what it finds is folded behind the company's name: %s", (...row) => {
  const [, lookup, summary, isOpen] = row;
  const form = renderPage(<Member reply={{ lookup }} />);
  expect(form.querySelector(".field :is(input, select, textarea)")?.getAttribute("name")).toBe("company_inn");
  const fold = form.querySelector<HTMLDetailsElement>("details:has([name=legalName])");
  expect([fold?.querySelector("summary")?.textContent, fold?.open]).toEqual([summary, isOpen]);
  expect(fold?.querySelector<HTMLTextAreaElement>("[name=legalAddress]")?.readOnly).toBe(true);
  // Nothing that has to be filled in is folded away.
  const folded = [...(fold?.querySelectorAll("[name]") ?? [])].map((field) => field.getAttribute("name") ?? "");
  expect(folded.filter((name) => name in memberRegistrationRules)).toEqual([]);
});

const link = { name: "Ирина З.", isFromManager: true };
const WRONG = { manager_contact: ["Такого менеджера нет."] };

it.each([
  ["nobody else was named", null, false],
  ["another one was named", { initialValue: { manager_contact: "79000000009" } }, true],
  ["the server refuses the manager", { initialValue: {}, error: WRONG }, true],
])("§5.4 a shop that a manager invited sees who that is instead of a block of fields: %s", (...row) => {
  const [, result, isOpen] = row;
  const form = renderPage(<Member shell={{ id: "member", Form, result, busy: false }} link={link} />);
  const inviter = form.querySelector(".registration-inviter");
  expect(inviter?.textContent).toBe(link.name);
  const fold = inviter?.parentElement?.querySelector("details");
  expect(fold?.open).toBe(isOpen);
  expect(fold?.contains(form.querySelector("[name=manager_contact]"))).toBe(true);
  expect(form.querySelector("[name=curator], [name=agreementMember]")).toBeNull();
});

it("§5.4 what a draft puts into the folded field is shown", () => {
  const form = renderPage(<Member link={link} />);
  const contact = form.querySelector<HTMLInputElement>("[name=manager_contact]");
  expect(contact?.closest("details")?.open).toBe(false);
  if (contact) fireEvent.input(contact, { target: { value: "79000000009" } });
  expect(contact?.closest("details")?.open).toBe(true);
});

it("§5.4 a shop that somebody else invited names its manager", () => {
  const form = renderPage(<Member link={{ ...link, isFromManager: false }} />);
  expect(form.querySelector("[name=manager_contact]")?.closest("details")).toBeNull();
  expect(form.querySelector("[name=agreementMember]")).not.toBeNull();
});

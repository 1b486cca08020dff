import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { registrationRoles } from "../../contract/values";
import { cacheHeaders } from "../document/cache";
import { RegistrationSteps } from "../features/registration/registration-steps";
import { RoleChoice } from "../features/registration/role-choice";
import { clearFlowState } from "../session/flow-state.server";
import { requireGuest } from "../session/visit.server";
import { PageHeader } from "../ui/core/page";

export const meta: MetaFunction = () => [
  { title: "Регистрация — Клуб" },
  { name: "description", content: "Вступление в клуб для магазинов запчастей, автосервисов и менеджеров по продажам." },
];
export const headers = cacheHeaders("guest");

export async function loader(args: LoaderFunctionArgs) {
  await requireGuest(args);
  return null;
}

/** Forgets the invitation or referral link, and returns to the registration of the role. */
export async function action(args: ActionFunctionArgs) {
  await requireGuest(args);
  const wanted = (await args.request.formData()).get("role");
  const role = registrationRoles.find((one) => one === wanted);
  const headers = { "Set-Cookie": clearFlowState("origin") };
  return redirect(role ? `/register/${role}` : "/register", { status: 303, headers });
}

export default function RoleChoicePage() {
  return (
    <>
      <PageHeader title="Вступить в клуб" lead="Выберите, кто вы: от этого зависит анкета." />
      <RegistrationSteps current={0} />
      <RoleChoice />
      <p>
        Уже участвуете? <Link to="/login">Войти</Link>
      </p>
    </>
  );
}

import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { cacheHeaders } from "../document/cache";
import { RegistrationSteps } from "../features/registration/registration-steps";
import { RoleChoice } from "../features/registration/role-choice";
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

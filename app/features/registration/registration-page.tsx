import type { ReactNode } from "react";
import { PageHeader } from "../../ui/core/page";
import { RegistrationSteps } from "./registration-steps";

type RegistrationPageProps = { title: string; lead: string; children: ReactNode };

/** The second step of joining the club, with its form. */
export function RegistrationPage({ title, lead, children }: RegistrationPageProps) {
  return (
    <>
      <PageHeader title={title} lead={lead} />
      <RegistrationSteps current={1} />
      <div className="card registration-card">{children}</div>
    </>
  );
}

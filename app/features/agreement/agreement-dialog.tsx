import { Form, Link, useLocation } from "@remix-run/react";
import { Button } from "../../ui/core/button";
import { usePageForm } from "../../ui/core/form";
import { StateDialog } from "../../ui/core/state-dialog";
import { AgreementForm, POINTS_AFTER_AGREEMENT } from "./agreement-form";

/** Asks a participant to accept the programme rules (§4.4), or else to log out. */
export function AgreementDialog({ rulesLink }: { rulesLink: string }) {
  const shell = usePageForm("agreement-dialog", null, "/agreement");
  const { pathname } = useLocation();
  if (pathname.replace(/\/$/, "") === "/agreement") return null;
  return (
    <StateDialog title="Примите правила программы" modal>
      <p>
        {POINTS_AFTER_AGREEMENT} <Link to="/agreement">Прочитать правила</Link>
      </p>
      <AgreementForm shell={shell} rulesLink={rulesLink} />
      <Form method="post" action="/logout">
        <Button variant="quiet">Выйти</Button>
      </Form>
    </StateDialog>
  );
}

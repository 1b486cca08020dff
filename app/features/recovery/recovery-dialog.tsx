import { Link } from "@remix-run/react";
import { useFormDraft } from "../../ui/core/draft";
import { type DialogContentProps, useDialogForm } from "../../ui/lazy/dialog-form";
import { RECOVERY_LEAD, RecoveryForm } from "./recovery-form";

/** §4.12 */
export default function RecoveryDialog({ href }: DialogContentProps) {
  const { shell } = useDialogForm("recovery-dialog", href);
  useFormDraft(shell, "recovery", "page");
  return (
    <>
      <p>{RECOVERY_LEAD}</p>
      <RecoveryForm shell={shell} />
      <p>
        Вспомнили? <Link to="/login">Войти</Link>
      </p>
    </>
  );
}

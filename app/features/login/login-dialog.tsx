import { useEffect, useRef } from "react";
import { removeDraft, useFormDraft } from "../../ui/core/draft";
import { type DialogContentProps, useDialogForm } from "../../ui/lazy/dialog-form";
import { LoginForm, type LoginMode } from "./login-form";
import { LoginHelp } from "./login-help";

/** §2.3.6, §4.6: a login leads to the profile and closes the dialog; switching the mode clears the fields. */
export default function LoginDialog({ href }: DialogContentProps) {
  const mode = href.endsWith("mode=email") ? "email" : "phone";
  const lastMode = useRef(mode);
  useEffect(() => {
    if (lastMode.current === mode) return;
    lastMode.current = mode;
    for (const left of ["phone", "email"] as const) removeDraft(draftName(left), "page");
  }, [mode]);
  return (
    <>
      <ModeForm key={mode} href={href} mode={mode} />
      <LoginHelp />
    </>
  );
}

function ModeForm({ href, mode }: DialogContentProps & { mode: LoginMode }) {
  const { shell } = useDialogForm("login-dialog", href);
  useFormDraft(shell, draftName(mode), "page");
  return <LoginForm shell={shell} mode={mode} />;
}

const draftName = (mode: LoginMode) => `login-${mode}`;

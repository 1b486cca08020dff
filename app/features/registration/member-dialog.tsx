import type { ComponentProps } from "react";
import { type DialogContentProps, useDialogData, useDialogForm } from "../../ui/lazy/dialog-form";
import { Skeleton } from "../../ui/lazy/skeleton";
import type { RegistrationReply } from "./lookup-result";
import { MemberForm } from "./member-form";
import { RegistrationSteps } from "./registration-steps";

type View = Omit<ComponentProps<typeof MemberForm>, "shell" | "reply">;

/** §4.7, §4.8 */
export default function MemberDialog({ href }: DialogContentProps) {
  const view = useDialogData<View>(href);
  const { shell, reply } = useDialogForm<RegistrationReply>("retail-dialog", href);
  return (
    <>
      <RegistrationSteps current={1} />
      {view ? <MemberForm shell={shell} reply={reply} {...view} /> : <Skeleton lines={6} />}
    </>
  );
}

import type { ComponentProps } from "react";
import { type DialogContentProps, useDialogData, useDialogForm } from "../../ui/lazy/dialog-form";
import { Skeleton } from "../../ui/lazy/skeleton";
import type { RegistrationReply } from "./lookup-result";
import { ManagerForm } from "./manager-form";
import { RegistrationSteps } from "./registration-steps";

type View = Omit<ComponentProps<typeof ManagerForm>, "shell" | "reply">;

/** §4.7, §4.8 */
export default function ManagerDialog({ href }: DialogContentProps) {
  const view = useDialogData<View>(href);
  const { shell, reply } = useDialogForm<RegistrationReply>("sales-dialog", href);
  return (
    <>
      <RegistrationSteps current={1} />
      {view ? <ManagerForm shell={shell} reply={reply} {...view} /> : <Skeleton lines={6} />}
    </>
  );
}

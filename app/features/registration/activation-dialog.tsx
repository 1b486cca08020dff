import { type DialogContentProps, useDialogData, useDialogForm } from "../../ui/lazy/dialog-form";
import { Skeleton } from "../../ui/lazy/skeleton";
import { CodeForm, NotRegistered, PhoneForm, ResendForm, SentTo, WrongNumber } from "./activation-form";

type View = { phone: string; wait: number; resendAt: number } | null;

/** §4.8, §4.9: the code, or first the phone where none is being confirmed. */
export default function ActivationDialog({ href }: DialogContentProps) {
  const view = useDialogData<View>(href);
  const { shell: code } = useDialogForm("activation-dialog", href);
  const { shell: resend } = useDialogForm("resend-dialog", href);
  const { shell: start } = useDialogForm("activation-phone-dialog", href);
  if (view === undefined) return <Skeleton lines={4} />;
  if (view === null) {
    return (
      <>
        <PhoneForm shell={start} />
        <NotRegistered />
      </>
    );
  }
  return (
    <>
      <p>
        <SentTo phone={view.phone} />
      </p>
      <CodeForm shell={code} />
      <ResendForm shell={resend} wait={view.wait} resendAt={view.resendAt} />
      <WrongNumber />
    </>
  );
}

import type { ComponentProps } from "react";
import { type DialogContentProps, useDialogData, useDialogForm } from "../../ui/lazy/dialog-form";
import { Skeleton } from "../../ui/lazy/skeleton";
import { FeedbackForm } from "./feedback-form";

type View = Omit<ComponentProps<typeof FeedbackForm>, "shell">;

/** §4.13 */
export default function FeedbackDialog({ href }: DialogContentProps) {
  const view = useDialogData<View>(href);
  const { shell } = useDialogForm("feedback-dialog", href);
  return view ? <FeedbackForm shell={shell} {...view} /> : <Skeleton lines={6} />;
}
